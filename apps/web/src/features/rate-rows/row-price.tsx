import { groupRupees } from '@sarafa/domain';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import type { PricedDraft } from './use-row-prices.js';

export function RowPrice({ price }: Pick<PricedDraft, 'price'>) {
  if (price === null) return <span className="rrow__p dim">{words.noRate}</span>;
  if (price === undefined) {
    return (
      <span className="rrow__p dim">
        <span aria-hidden="true">–</span>
        <span className="sr">{words.noPrice}</span>
      </span>
    );
  }
  return <span className="rrow__p num">₹{groupRupees(price)}</span>;
}
