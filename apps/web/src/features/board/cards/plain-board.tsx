import { groupRupees } from '@sarafa/domain';
import { digits, fixedWords, isSample, kolkataRecently, say } from '@sarafa/words';
import { useMessages } from '../../../shared/language/language.js';
import type { BoardState } from '../board-state.js';
import { standOf } from '../board-view.js';
import { boardCards, boardLines } from './cards.js';
import { useDevice } from '../screen/use-device.js';

/**
 * The last rates and their time, shown after a crash of the board, with as little code as possible so that it hardly crashes too.
 */
export function PlainBoard({ state, isOpenedAsTv = false }: { state: BoardState; isOpenedAsTv?: boolean }) {
  const isPhone = useDevice(isOpenedAsTv) === 'phone';
  const messages = useMessages();
  const snapshot = state.prices?.snapshot;
  const at = snapshot && Date.parse(snapshot.lastUpdated);
  const fixed = snapshot && ['listed', 'held'].includes(standOf(state)) && fixedWords(snapshot, undefined, messages);
  const { noRate } = messages;
  const { asOf, sample } = messages.state;
  return (
    <div className={isPhone ? 'board is-stale board--phone' : 'board is-stale'}>
      <section className="over plain">
        <h1>{state.profile?.shop_name || messages.defaultShopName}</h1>
        {fixed
          ? [fixed.word, fixed.sub].map((line) => line && <p key={line}>{line}</p>)
          : at !== undefined && <p>{say(asOf, { time: kolkataRecently(at, undefined, messages) })}</p>}
        {snapshot && isSample(snapshot) && <p>{sample}</p>}
        <dl>
          {boardLines(boardCards(state, messages)).map(({ key, name, unit, age, price }) => (
            <div key={key}>
              <dt>{[name, unit, age].join(' ')}</dt>
              <dd>{price === null ? noRate : digits(`₹${groupRupees(price)}`, messages)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
