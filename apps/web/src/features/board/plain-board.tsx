import { groupRupees, kolkataDayMonth, kolkataTime } from '@sarafa/domain';
import { boardTexts } from '../../shared/texts/board-texts.js';
import type { BoardState } from './board-state.js';
import { boardCards, boardLines } from './cards.js';
import { useDevice } from './use-device.js';

/**
 * The last rates and their time, shown after a crash of the board, with as little code as possible so that it can't crash too.
 */
export function PlainBoard({ state, isOpenedAsTv = false }: { state: BoardState; isOpenedAsTv?: boolean }) {
  const isPhone = useDevice(isOpenedAsTv) === 'phone';
  const at = state.prices && Date.parse(state.prices.snapshot.lastUpdated);
  const { noRate } = boardTexts;
  const { asOf, sample } = boardTexts.state;
  return (
    <div className={isPhone ? 'board is-stale board--phone' : 'board is-stale'}>
      <section className="over plain">
        <h1>{state.profile?.shop_name || boardTexts.defaultShopName}</h1>
        {at !== null && <p>{`${asOf} ${kolkataTime(at)}, ${kolkataDayMonth(at)}`}</p>}
        {state.prices?.snapshot.state === 'sample' && <p>{sample}</p>}
        <dl>
          {boardLines(boardCards(state)).map(({ key, name, unit, price }) => (
            <div key={key}>
              <dt>{`${name} ${unit}`}</dt>
              <dd>{price === null ? noRate : `₹${groupRupees(price)}`}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
