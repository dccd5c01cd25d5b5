import { groupRupees } from '@sarafa/domain';
import { digits } from '@sarafa/words';
import { memo } from 'react';
import { DayChange } from '../../../shared/day-change.js';
import { useMessages } from '../../../shared/language/language.js';
import type { Card } from './cards.js';

/** One price, or what the shop sells for and what it buys for. */
export const BoardCard = memo(
  function BoardCard({ card, tag }: Props) {
    const messages = useMessages();
    const { look, name, age, figures, change, other } = card;
    const flash = figures.map((figure) => figure.flash).find(Boolean);
    const classes = [
      `cell cell--${look}`,
      age && 'cell--old',
      figures.length > 1 && 'cell--pair',
      flash && (flash.by > 0 ? 'flash-up' : 'flash-down'),
    ];
    return (
      <article className={classes.filter(Boolean).join(' ')}>
        <h2 className="cell__label">
          <i className="ingot" aria-hidden="true" />
          <span className="cell__names">
            <Label card={card} />
            {/* A title that the shop has typed is the same in both. */}
            {other && other.name !== name && <Label card={other} lang={other.lang} />}
          </span>
          {tag && (
            <span className="cell__asof" aria-hidden="true">
              {tag}
            </span>
          )}
          {change !== undefined && <DayChange by={change} />}
          {flash && (
            <span className="cell__change" aria-hidden="true">
              <i />
              <span className="cell__by">{digits(groupRupees(Math.abs(Math.round(flash.by * 100) / 100)), messages)}</span>
            </span>
          )}
        </h2>
        <div className="cell__figures">
          {figures.map(({ key, side, price }, index) => (
            <PriceFigure key={key} side={side} price={price} other={other?.figures[index]?.side} lang={other?.lang} />
          ))}
        </div>
      </article>
    );
  },
  // A card is plain data, and new with each message of the server.
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);

type Props = { card: Card; tag: string };

function Label({ card: { name, unit, age }, lang }: { card: Card; lang?: string }) {
  return (
    <span className="cell__txt" lang={lang}>
      {name}
      {unit && ' '}
      {unit && <span className="cell__unit">{unit}</span>}
      {age && ' '}
      {age && <span className="cell__age">{age}</span>}
    </span>
  );
}

interface FigureProps {
  readonly side?: string;
  readonly price: number | null;
  /** The side in the board's second language, and that language. */
  readonly other?: string | undefined;
  readonly lang?: string | undefined;
}

/** The figure has an accessible name, so that a screen reader reads it as one number. */
export function PriceFigure({ side = '', price, other, lang }: FigureProps) {
  const messages = useMessages();
  const figure = price === null ? '' : groupRupees(price);
  return (
    <p className={`price${side && ' price--side'}${figure ? '' : ' price--none'}`}>
      {side && (
        <small className="price__side turns">
          <span>{side}</span>
          {other && <span lang={lang}>{other}</span>}
        </small>
      )}
      {price === null ? (
        <span>{messages.noRate}</span>
      ) : (
        <span role="img" aria-label={digits(`₹${figure}`, messages)}>
          <span className="rs">₹</span>
          <Digits number={figure} />
        </span>
      )}
    </p>
  );
}

/**
 * A number that changes under the eyes of people. The digits of Indic scripts have different widths, so each of them gets a place
 * of the widest one's width (fit-board.ts); Latin ones have one width in our font.
 */
export function Digits({ number }: { number: string }) {
  const messages = useMessages();
  if (messages.zero === '0') return number;
  return number.split('').map((char, index) =>
    /\d/.test(char) ? (
      <i key={index} className="digit">
        {digits(char, messages)}
      </i>
    ) : (
      char
    ),
  );
}
