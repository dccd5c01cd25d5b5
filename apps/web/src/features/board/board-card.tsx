import { groupRupees } from '@sarafa/domain';
import { memo } from 'react';
import { DayChange } from '../../shared/day-change.js';
import type { Card } from './cards.js';
import { PriceFigure } from './price-figure.js';

/** One price, or what the shop sells for and what it buys for. */
export const BoardCard = memo(function BoardCard({ card, tag }: { card: Card; tag: string }) {
  const { look, name, unit, age, figures, change } = card;
  const move = figures.map((figure) => figure.move).find(Boolean);
  const classes = [
    `cell cell--${look}`,
    age && 'cell--old',
    figures.length > 1 && 'cell--pair',
    move && (move.by > 0 ? 'flash-up' : 'flash-down'),
  ];
  return (
    <article className={classes.filter(Boolean).join(' ')}>
      <h2 className="cell__label">
        <i className="ingot" aria-hidden="true" />
        <span className="cell__txt">
          {name}
          {unit && ' '}
          {unit && <span className="cell__unit">{unit}</span>}
          {age && ' '}
          {age && <span className="cell__age">{age}</span>}
        </span>
        {tag && (
          <span className="cell__asof" aria-hidden="true">
            {tag}
          </span>
        )}
        {change !== undefined && <DayChange by={change} />}
        {move && (
          <span className="cell__move" aria-hidden="true">
            <i />
            <span className="cell__by">{groupRupees(Math.abs(Math.round(move.by * 100) / 100))}</span>
          </span>
        )}
      </h2>
      <div className="cell__figures">
        {figures.map(({ key, side, price }) => (
          <PriceFigure key={key} side={side} price={price} />
        ))}
      </div>
    </article>
  );
}, isSame);

type Props = { card: Card; tag: string };

function isSame({ card: a, tag }: Props, { card: b, tag: nextTag }: Props): boolean {
  const isSameText = tag === nextTag && a.name === b.name && a.unit === b.unit && a.age === b.age && a.look === b.look;
  return (
    isSameText && a.change === b.change && a.figures.length === b.figures.length && a.figures.every(isSameFigure, b.figures)
  );
}

function isSameFigure(this: Card['figures'], a: Card['figures'][number], index: number): boolean {
  const b = this[index]!;
  return a.price === b.price && a.side === b.side && a.move === b.move;
}
