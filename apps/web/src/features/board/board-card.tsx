import { groupRupees } from '@sarafa/domain';
import { memo } from 'react';
import type { Card } from './cards.js';
import { PriceFigure } from './price-figure.js';

/** One price. */
export const BoardCard = memo(function BoardCard({ card, tag }: { card: Card; tag: string }) {
  const { look, name, unit, price, move } = card;
  return (
    <article className={`cell cell--${look}${move ? (move.by > 0 ? ' flash-up' : ' flash-down') : ''}`}>
      <h2 className="cell__label">
        <i className="ingot" aria-hidden="true" />
        <span className="cell__txt">
          {name}
          {unit && ' '}
          {unit && <span className="cell__unit">{unit}</span>}
        </span>
        {tag && (
          <span className="cell__asof" aria-hidden="true">
            {tag}
          </span>
        )}
        {move && (
          <span className="cell__move" aria-hidden="true">
            <i />
            <span className="cell__by">{groupRupees(Math.abs(Math.round(move.by * 100) / 100))}</span>
          </span>
        )}
      </h2>
      <PriceFigure price={price} />
    </article>
  );
}, isSame);

type Props = { card: Card; tag: string };

function isSame(before: Props, after: Props): boolean {
  const { card: a } = before;
  const { card: b } = after;
  return before.tag === after.tag && a.price === b.price && a.name === b.name && a.unit === b.unit && a.move === b.move;
}
