import { Button } from '@mantine/core';
import { limits, type RefusedQuote } from '@sarafa/contracts';
import { type RefObject, useRef, useState } from 'react';
import { useQuarantineQuery, useReleaseQuoteMutation } from '../../shared/api/market.api.js';
import { answerText } from '../../shared/requests/answers.js';
import { May } from '../../shared/session/may.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { grouped } from './grouped.js';
import { dateTime } from '../../shared/language/page-dates.js';

const { statusPollMs: pollingInterval } = limits;
const { quarantine: words } = priceTexts;
/** How many of the newest refused quotes are listed. */
const SHOWN = 10;

/** The refused quotes with their reasons. A jump that the market really made can be released (rule 4.14). */
export function QuarantineSection() {
  const { data, isError, isFetching, refetch } = useQuarantineQuery(undefined, { pollingInterval });
  const [asked, setAsked] = useState<RefusedQuote>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="sheet block" aria-labelledby="quarantine-title">
      <h2 id="quarantine-title" ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="dim">{words.hint}</p>
      {data && data.length > 0 ? (
        <ul className="refused">
          {data.slice(0, SHOWN).map((quote) => (
            <Refused key={quote.id} quote={quote} onRelease={() => setAsked(quote)} />
          ))}
        </ul>
      ) : data ? (
        <p>{words.empty}</p>
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : null}
      {asked && <Release quote={asked} home={heading} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function Refused({ quote, onRelease }: { quote: RefusedQuote; onRelease: () => void }) {
  const { metal, price, currency, unit, source, reason, lastPrice, refusedAt, times, releasable, releasedAt } = quote;
  const facts = [source, dateTime(Date.parse(refusedAt)), say(words.times, { count: times })].filter(Boolean).join(', ');
  return (
    <li>
      <div>
        <strong className="num">
          {words.metals[metal]} {currency === 'INR' ? '₹' : `${currency} `}
          {grouped(price)} {unit === 'toz' ? words.perOunce : say(words.per, { unit })}
        </strong>
        <span className="is-bad">{answerText(reason)}</span>
        <span className="dim">{facts}</span>
        {lastPrice && <span className="dim num">{say(words.instead, { price: grouped(lastPrice) })}</span>}
      </div>
      {releasable && (
        <May needs="operator">
          <Button
            variant="default"
            size="sm"
            onClick={onRelease}
            aria-label={say(words.releaseNamed, { metal: words.metals[metal].toLowerCase(), price: grouped(price) })}
          >
            {words.release}
          </Button>
        </May>
      )}
      {releasedAt && <span className="dim">{words.released}</span>}
    </li>
  );
}

interface ReleaseProps {
  readonly quote: RefusedQuote;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Release({ quote: { id, metal, price }, ...others }: ReleaseProps) {
  const [release] = useReleaseQuoteMutation();
  return (
    <ConfirmDialog
      title={words.confirmTitle}
      question={say(words.confirm, { metal: words.metals[metal].toLowerCase(), price: grouped(price) })}
      note={words.confirmNote}
      yes={words.release}
      run={() => release(id).unwrap()}
      failed={words.releaseFailed}
      {...others}
    />
  );
}
