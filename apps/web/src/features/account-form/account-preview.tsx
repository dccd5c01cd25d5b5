import { type AccountRole, offeredTypes } from '@sarafa/contracts';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Portrait } from '../../shared/ui/portrait.js';
import { usePreview } from '../../shared/ui/use-preview.js';

const { form: words } = portalTexts;
const { labels } = boardTexts;

interface Props {
  readonly type: AccountRole;
  readonly name: string;
  readonly url: string;
  readonly fallback: string | undefined;
  readonly logo: File | null;
}

/** A preview of the shop's board, or of the portal's header, with what is typed so far. A new board has no rates yet. */
export function AccountPreview({ type, name, url, fallback, logo }: Props) {
  const preview = usePreview(logo);
  const isShop = type === 'user';
  return (
    <aside className="preview" aria-label={isShop ? words.boardPreview : words.portalPreview}>
      <p className="preview__what">{isShop ? words.boardPreview : words.portalPreview}</p>
      <div className="preview__head">
        <Portrait key={preview} url={preview || url} name={name} fallback={fallback} />
        <strong>{isShop ? name || boardTexts.defaultShopName : portalTexts.title}</strong>
      </div>
      {isShop && (
        <ul className="preview__rows">
          {offeredTypes.map((type) => (
            <li key={type}>
              <b>{labels[type].name}</b> {labels[type].unit}
            </li>
          ))}
        </ul>
      )}
      {!isShop && <p className="preview__who">{name || boardTexts.defaultUserName}</p>}
    </aside>
  );
}
