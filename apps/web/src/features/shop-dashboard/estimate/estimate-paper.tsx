import { EstimateLines } from './estimate-lines.js';
import type { Sheet } from './sheet-of.js';

/** A document as it is read on the screen and on paper. */
export function EstimatePaper({ sheet }: { sheet: Sheet }) {
  const { rate, pay } = sheet;
  return (
    <article className="paper">
      <header>
        {sheet.shop && <h3>{sheet.shop}</h3>}
        <p>{sheet.place}</p>
        <p className="paper__number">
          <b>{sheet.number}</b> <span>{sheet.made}</span>
        </p>
        {sheet.customer && <p>{sheet.customer}</p>}
      </header>
      <p className={rate.isCurrent ? 'paper__rate' : 'paper__rate is-old'}>
        <b>{rate.word}</b> {rate.sub}
      </p>
      {sheet.terms.map((term) => (
        <p key={term}>{term}</p>
      ))}
      <EstimateLines parts={sheet.parts} />
      <p className="paper__pay">
        <span>{pay.label}</span> <b className="num">{pay.amount}</b>
      </p>
      <p>{pay.words}</p>
      {sheet.notes.map((note) => (
        <p key={note} className="paper__note">
          {note}
        </p>
      ))}
    </article>
  );
}
