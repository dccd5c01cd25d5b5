import { portalTexts } from '../../shared/texts/portal-texts.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { RatesCell, type RowProps, ShopActions, ShopName } from './shop-cells.js';
import { subscriptionWords } from './subscription-words.js';

const { list, users } = portalTexts;

/** The list on phones, under 768 px. */
export function ShopCards({ rows }: { rows: readonly RowProps[] }) {
  return (
    <ul className="cards" aria-label={users.title}>
      {rows.map(({ entry, now, isOpen, onAction }) => {
        const { tone, word, rest } = subscriptionWords(entry.shop, now);
        return (
          <li key={entry.shop.id} className="card">
            <ShopName entry={entry} />
            <dl>
              <dt>{list.subscription}</dt>
              <dd>
                <StateWord tone={tone}>
                  {word}, {rest}
                </StateWord>
              </dd>
              <dt>{list.board}</dt>
              <dd>
                {isOpen === undefined ? (
                  list.layouts[entry.shop.layout_orientation]
                ) : (
                  <StateWord tone={isOpen ? 'ok' : 'off'}>
                    {isOpen ? list.open : list.notOpen}, {list.layouts[entry.shop.layout_orientation]}
                  </StateWord>
                )}
              </dd>
              <dt>{list.rates}</dt>
              <dd>
                <RatesCell shop={entry.shop} />
              </dd>
            </dl>
            <ShopActions entry={entry} onAction={onAction} />
          </li>
        );
      })}
    </ul>
  );
}
