import { entriesOf, marketRows, type Metal, type PriceSnapshot, type ShopDashboard } from '@sarafa/contracts';
import { groupRupees, shownTypes } from '@sarafa/domain';
import { cardTitle } from '@sarafa/words';
import { type ChangeOfDay, DayChange, dayChangeOf } from '../../../shared/day-change.js';
import { boardMessages } from '../../../shared/language/page-language.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';

interface BandFigure {
  readonly key: string;
  readonly metal: Metal;
  readonly name: string;
  readonly unit: string;
  /** Rupees; null where no source and no list has a rate. */
  readonly price: number | null;
  readonly isOld: boolean;
  /** By how many rupees the price has changed today, or that its duty has; 0 also where that isn't known. */
  readonly change: ChangeOfDay;
}

/** The prices of the market that customers see now: the shop's own rows, or the standard ones that it shows. */
export function BandFigures({ shop, rates, isOld }: { shop: ShopDashboard; rates: PriceSnapshot; isOld: boolean }) {
  const figures = figuresOf(shop, rates);
  // Also of a price that hasn't changed, whose figure otherwise stands lower than those beside it on a phone.
  const hasChanges = !isOld && figures.some(({ change }) => change !== 0);
  return (
    <div className={isOld ? 'now now--old' : 'now'}>
      {figures.map(({ key, metal, name, unit, price, isOld: isOlder, change }) => (
        <div key={key} className={`now__${metal}${isOlder ? ' now--old' : ''}`}>
          <b>
            {name} <small>{unit}</small>
          </b>
          {price === null ? (
            <span className="now__none">{boardTexts.noRate}</span>
          ) : (
            <span className="fig">
              <span className="rs">₹</span>
              {groupRupees(price)}
            </span>
          )}
          {hasChanges && <DayChange by={change} />}
        </div>
      ))}
    </div>
  );
}

/** The places of the standard rates, empty, so that nothing below jumps when they come. */
export function WaitingFigures({ shop }: { shop: ShopDashboard }) {
  return (
    <div className="now" aria-hidden>
      {shownTypes(shop).map((type) => (
        <div key={type}>
          <b>&nbsp;</b>
          <span className="fig">&nbsp;</span>
        </div>
      ))}
    </div>
  );
}

function figuresOf(shop: ShopDashboard, rates: PriceSnapshot): BandFigure[] {
  if (!rates.rows_mode || !rates.rows) {
    return entriesOf(rates, shownTypes(shop)).map(([type, { sell }]) => {
      const { name, unit } = boardTexts.labels[type];
      const row = rates.rows?.find(({ id }) => id === type);
      return {
        key: type,
        metal: marketRows[type].metal,
        name,
        unit,
        price: sell,
        isOld: false,
        change: row ? dayChangeOf(row) : 0,
      };
    });
  }
  return rates.rows.map((row) => {
    const { name, unit } = cardTitle(row, boardMessages());
    const side = row.side === 'buy' ? boardTexts.sides.buy : '';
    const { id: key, metal, price, state } = row;
    // Where all rates are old, the line above says so once.
    const age = state !== rates.state && (state === 'stale' || state === 'delayed') ? boardTexts.rowAge[state] : '';
    return {
      key,
      metal,
      name,
      unit: [unit, side, age].filter(Boolean).join(' '),
      price,
      isOld: state === 'stale',
      change: dayChangeOf(row),
    };
  });
}
