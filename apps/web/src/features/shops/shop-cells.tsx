import { ActionIcon, Button } from '@mantine/core';
import { offeredTypes, type ShopDashboard } from '@sarafa/contracts';
import { isShown } from '@sarafa/domain';
import { copyLink } from '../../shared/copy-link.js';
import { publicViewPath } from '../../shared/links.js';
import { May } from '../../shared/session/may.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { Portrait } from '../../shared/ui/portrait.js';
import { StateWord } from '../../shared/ui/state-word.js';
import type { Listed } from './find-shops.js';
import { subscriptionWords } from './subscription-words.js';

const { users, list, editor } = portalTexts;

export type Action = 'edit' | 'subscription' | 'delete';
export function ShopName({ entry: { shop, name } }: { entry: Listed }) {
  return (
    <div className="who">
      <Portrait url={shop.logo_url} name={name} />
      <div>
        <strong>{name}</strong>
        <span>{shop.username}</span>
      </div>
    </div>
  );
}

export function SubscriptionCell({ shop, now }: { shop: ShopDashboard; now: number }) {
  const { tone, word, rest } = subscriptionWords(shop, now);
  return (
    <div className="two-lines">
      <StateWord tone={tone}>{word}</StateWord>
      <span className="num">{rest}</span>
    </div>
  );
}

export function BoardCell({ shop, isOpen }: { shop: ShopDashboard; isOpen: boolean | undefined }) {
  return (
    <div className="two-lines">
      {isOpen !== undefined && <StateWord tone={isOpen ? 'ok' : 'off'}>{isOpen ? list.open : list.notOpen}</StateWord>}
      <span>{list.layouts[shop.layout_orientation]}</span>
    </div>
  );
}

export function RatesCell({ shop }: { shop: ShopDashboard }) {
  return (
    <div className="chips">
      {offeredTypes.map((type) => {
        const isOn = isShown(shop, type);
        return (
          <span key={type} className={isOn ? 'chip' : 'chip off'}>
            {editor.chips[type]}
            {!isOn && <span className="sr"> {list.off}</span>}
          </span>
        );
      })}
    </div>
  );
}

interface ActionsProps {
  readonly entry: Listed;
  readonly onAction: (action: Action, entry: Listed) => void;
}

export function ShopActions({ entry, onAction }: ActionsProps) {
  const { shop, name } = entry;
  const copy = () => copyLink(location.origin + publicViewPath(shop.id), users.publicLinkCopied, users.copyFailed);
  const isValid = shop.isSubscriptionValid;
  return (
    <div className="acts">
      <Button
        variant="default"
        size="sm"
        aria-label={say(list.about, { what: users.edit, name })}
        onClick={() => onAction('edit', entry)}
      >
        {users.edit}
      </Button>
      <ActionIcon
        title={users.copyPublicLink}
        aria-label={say(list.about, { what: users.copyPublicLink, name })}
        onClick={() => void copy()}
      >
        <Icon name="link" />
      </ActionIcon>
      <May needs="operator">
        <Button
          variant="default"
          size="sm"
          aria-label={isValid ? say(list.deactivateFor, { name }) : say(list.activateFor, { name })}
          onClick={() => onAction('subscription', entry)}
        >
          {isValid ? users.deactivate : users.activate}
        </Button>
      </May>
      <May needs="owner">
        <ActionIcon
          className="is-danger"
          title={users.delete}
          aria-label={say(list.deleteTitle, { name })}
          onClick={() => onAction('delete', entry)}
        >
          <Icon name="trash" />
        </ActionIcon>
      </May>
    </div>
  );
}
