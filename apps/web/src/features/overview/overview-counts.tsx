import { Skeleton } from '@mantine/core';
import { limits, type Overview, type PriceStatus } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { sourceFaultsText } from '../../shared/requests/answers.js';
import { recently } from '../../shared/language/page-dates.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useMinute } from '../../shared/use-minute.js';
import { Failed } from '../../shared/ui/failed.js';
import { SpokenState, StateWord } from '../../shared/ui/state-word.js';
import { useOverviewQuery } from './overview.api.js';
import { useSourceHealth } from './use-source-health.js';

export type ShownShops = 'all' | 'active' | 'expiring' | 'expired' | 'open';
interface Props {
  readonly shown: ShownShops;
  readonly onShow: (shops: ShownShops) => void;
}

const { overview: words } = portalTexts;
const COUNTS: readonly (readonly [ShownShops, string, (overview: Overview) => number])[] = inWords(() => [
  ['all', words.total, ({ shops }) => shops.total],
  ['active', words.active, ({ shops }) => shops.active],
  ['expiring', words.expiring, ({ shops }) => shops.expiring],
  ['expired', words.expired, ({ shops }) => shops.expired],
  ['open', words.open, ({ boardsOpen }) => boardsOpen],
]);

/** The figures that an admin looks at first. Each figure links to its shops in the list below. */
export function OverviewCounts({ shown, onShow }: Props) {
  const { data, isError, isFetching, refetch } = useOverviewQuery(undefined, {
    pollingInterval: limits.statusPollMs,
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      {data?.clientAddressesUnknown && <p className="strip__note">{words.addressesUnknown}</p>}
      <section className="strip sheet" aria-label={words.label}>
        <SourceCell />
        {isError && !data ? (
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        ) : (
          COUNTS.map(([key, label, count]) => (
            <button
              key={key}
              type="button"
              className="strip__cell"
              aria-pressed={shown === key}
              title={say(words.show, { what: label })}
              onClick={() => onShow(key)}
            >
              <span className="lbl">{label}</span>
              <span className="fig fig--m">
                {data ? groupRupees(count(data)) : <Skeleton width="2.5rem" height="1.5rem" />}
              </span>
            </button>
          ))
        )}
      </section>
    </>
  );
}

function SourceCell() {
  const { status, health } = useSourceHealth();
  const now = useMinute();
  return (
    <div className="strip__cell strip__source">
      <span className="lbl">
        {words.source}
        {status?.source ? `, ${status.source}` : ''}
      </span>
      <SpokenState>
        {health ? <StateWord tone={health.tone}>{health.word}</StateWord> : <Skeleton width="6rem" height="1.25rem" />}
      </SpokenState>
      {status && <span className="strip__when">{whenOf(status, now)}</span>}
    </div>
  );
}

function whenOf({ lastError, lastUpdated }: PriceStatus, now: number): string {
  if (lastError !== null) return sourceFaultsText(lastError);
  return lastUpdated ? say(words.rateOf, { time: recently(Date.parse(lastUpdated), now) }) : words.noSource;
}
