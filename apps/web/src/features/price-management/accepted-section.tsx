import { Button } from '@mantine/core';
import { type AcceptedMetal, type AcceptedQuote, entriesOf, limits, type Metal, offeredMetals } from '@sarafa/contracts';
import { type RefObject, useRef, useState } from 'react';
import { useAcceptedQuotesQuery, useWithdrawQuoteMutation } from '../../shared/api/market.api.js';
import { May } from '../../shared/session/may.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { grouped } from './grouped.js';
import { dateTime } from '../../shared/language/page-dates.js';

const { statusPollMs: pollingInterval } = limits;
const { accepted: words, quarantine } = priceTexts;
/** How many of the latest rates are listed. */
const SHOWN = 10;

/** A rate of one metal, with the quote that brought it. */
interface AcceptedRate {
  readonly seq: number;
  readonly metal: Metal;
  readonly acceptedAt: string;
  readonly said: AcceptedMetal;
}

/** The rates that boards have shown, newest first. A wrong one can be withdrawn. */
export function AcceptedSection() {
  const { data, isError, isFetching, refetch } = useAcceptedQuotesQuery(undefined, { pollingInterval });
  const [asked, setAsked] = useState<AcceptedRate>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="sheet block" aria-labelledby="accepted-title">
      <h2 id="accepted-title" ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p className="dim">{words.hint}</p>
      {data && data.length > 0 ? (
        <ul className="refused">
          {ratesOf(data).map((rate) => (
            <Accepted key={`${rate.seq} ${rate.metal}`} rate={rate} onWithdraw={() => setAsked(rate)} />
          ))}
        </ul>
      ) : data ? (
        <p>{words.empty}</p>
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <p className="dim" aria-busy>
          {words.loading}
        </p>
      )}
      {asked && <Withdraw rate={asked} home={heading} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/** Lists each rate once: a quote repeats the price of the metal that had no news. */
function ratesOf(quotes: readonly AcceptedQuote[]): AcceptedRate[] {
  const rates = quotes.flatMap((quote, index) => {
    const { seq, acceptedAt } = quote;
    const earlier = quotes[index + 1];
    const fresh = entriesOf(quote, offeredMetals).filter(([metal, said]) => isAnother(said, earlier?.[metal]));
    return fresh.map(([metal, said]) => ({ seq, metal, acceptedAt, said }));
  });
  return rates.slice(0, SHOWN);
}

function isAnother(one: AcceptedMetal, other: AcceptedMetal | undefined): boolean {
  return one.price !== other?.price || one.at !== other.at || one.source !== other.source;
}

function Accepted({ rate, onWithdraw }: { rate: AcceptedRate; onWithdraw: () => void }) {
  const { metal, acceptedAt, said } = rate;
  const name = quarantine.metals[metal];
  const price = grouped(said.price);
  return (
    <li>
      <div>
        <strong className="num">
          {name} ₹{price} {quarantine.perOunce}
        </strong>
        <span className="dim">{`${said.source}, ${dateTime(Date.parse(acceptedAt))}`}</span>
      </div>
      {said.withdrawn ? (
        <span className="dim">{words.withdrawn}</span>
      ) : (
        <May needs="operator">
          <Button
            variant="default"
            size="sm"
            onClick={onWithdraw}
            aria-label={say(words.withdrawNamed, { metal: name.toLowerCase(), price })}
          >
            {words.withdraw}
          </Button>
        </May>
      )}
    </li>
  );
}

interface WithdrawProps {
  readonly rate: AcceptedRate;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Withdraw({ rate: { seq, metal, said }, ...others }: WithdrawProps) {
  const [withdraw] = useWithdrawQuoteMutation();
  return (
    <ConfirmDialog
      title={words.confirmTitle}
      question={say(words.confirm, { metal: quarantine.metals[metal].toLowerCase(), price: grouped(said.price) })}
      note={words.confirmNote}
      yes={words.withdraw}
      isDanger
      run={() => withdraw({ seq, metal }).unwrap()}
      failed={words.withdrawFailed}
      {...others}
    />
  );
}
