import { groupRupees, kolkataDayMonth, kolkataTime } from '@sarafa/domain';
import { fixedWords, isSample } from '../../shared/fixed-rates.js';
import { boardTexts } from '../../shared/texts/board-texts.js';
import type { BoardState } from './board-state.js';
import { standOf } from './board-view.js';
import { boardCards, boardLines } from './cards.js';
import { useDevice } from './use-device.js';

/**
 * The last rates and their time, shown after a crash of the board, with as little code as possible so that it can't crash too.
 */
export function PlainBoard({ state, isOpenedAsTv = false }: { state: BoardState; isOpenedAsTv?: boolean }) {
  const isPhone = useDevice(isOpenedAsTv) === 'phone';
  const snapshot = state.prices?.snapshot;
  const at = snapshot && Date.parse(snapshot.lastUpdated);
  const fixed = snapshot && ['listed', 'held'].includes(standOf(state)) && fixedWords(snapshot);
  const { noRate } = boardTexts;
  const { asOf, sample } = boardTexts.state;
  return (
    <div className={isPhone ? 'board is-stale board--phone' : 'board is-stale'}>
      <section className="over plain">
        <h1>{state.profile?.shop_name || boardTexts.defaultShopName}</h1>
        {fixed
          ? [fixed.word, fixed.sub].map((line) => line && <p key={line}>{line}</p>)
          : at !== undefined && <p>{`${asOf} ${kolkataTime(at)}, ${kolkataDayMonth(at)}`}</p>}
        {snapshot && isSample(snapshot) && <p>{sample}</p>}
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
