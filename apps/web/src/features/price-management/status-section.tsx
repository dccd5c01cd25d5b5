import { Button } from '@mantine/core';
import { limits, type PriceStatus } from '@sarafa/contracts';
import { usePriceStatusQuery, useRefreshPricesMutation } from '../../shared/api/market.api.js';
import { May } from '../../shared/session/may.js';
import { sourceFaultsText } from '../../shared/requests/answers.js';
import { dateTime, dateTimeUtc } from '../../shared/language/page-dates.js';
import { notifyDone, notifyFailed, notifyProblem } from '../../shared/notices.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Failed } from '../../shared/ui/failed.js';
import { StateWord } from '../../shared/ui/state-word.js';

const { status: words } = priceTexts;

/** The state of the market service, polled every 30 seconds (rule 10.12) or asked by hand. */
export function StatusSection() {
  const { data, isError, isFetching, refetch } = usePriceStatusQuery(undefined, { pollingInterval: limits.statusPollMs });
  const [refresh, { isLoading }] = useRefreshPricesMutation();
  const askNow = () =>
    refresh()
      .unwrap()
      .then(
        ({ lastError }) => (lastError ? notifyFailed(sourceFaultsText(lastError)) : notifyDone(words.refreshed)),
        (error: unknown) => notifyProblem(problemOf(error), failureText),
      );
  return (
    <section className="sheet block" aria-labelledby="status-title">
      <div className="block__h">
        <h2 id="status-title">{words.heading}</h2>
        {data && !isError && (
          <StateWord tone={data.isRunning ? 'ok' : 'err'}>{data.isRunning ? words.running : words.stopped}</StateWord>
        )}
      </div>
      {data && !isError ? (
        <Facts status={data} />
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : null}
      <p className="hint">{words.every}</p>
      <May needs="operator">
        <Button variant="default" fullWidth onClick={() => void askNow()} {...asDisabled(isLoading)}>
          {isLoading ? words.refreshing : words.refresh}
        </Button>
      </May>
    </section>
  );
}

function Facts({ status }: { status: PriceStatus }) {
  const { updateIntervalMinutes, nextUpdate, lastUpdated, source, lastError } = status;
  return (
    <dl className="kv">
      <dt>{words.interval}</dt>
      <dd className="num">{say(words.minutes, { count: updateIntervalMinutes })}</dd>
      <dt>{words.nextUtc}</dt>
      <dd className="num">{nextUpdate ? dateTimeUtc(Date.parse(nextUpdate)) : words.none}</dd>
      <dt>{words.nextLocal}</dt>
      <dd className="num">{nextUpdate ? dateTime(Date.parse(nextUpdate)) : words.none}</dd>
      <dt>{words.lastRate}</dt>
      <dd className="num">{lastUpdated ? dateTime(Date.parse(lastUpdated)) : words.none}</dd>
      <dt>{words.source}</dt>
      <dd>{source ?? words.none}</dd>
      {lastError && (
        <>
          <dt>{words.lastError}</dt>
          <dd className="is-bad">{sourceFaultsText(lastError)}</dd>
        </>
      )}
    </dl>
  );
}
