import { inWords } from '../../shared/language/page-language.js';
import { Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { ADMIN } from '../../shared/links.js';
import { useMay } from '../../shared/session/may.js';
import { useEndPhoneAlarms } from '../../shared/kept-phone/use-end-phone-alarms.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Icon, type IconName } from '../../shared/ui/icon.js';
import { useSignOut } from '../../shared/session/use-sign-out.js';

const { nav, groups, common, account } = portalTexts;

type Entry = readonly [path: string, icon: IconName & keyof typeof nav, needs?: 'operator' | 'owner'];
const LINKS: readonly (readonly [heading: string, entries: readonly Entry[]])[] = inWords(() => [
  [
    '',
    [
      ['', 'dashboard'],
      ['/screens', 'screens'],
    ],
  ],
  [
    groups.accounts,
    [
      ['/create-admin', 'createAdmin', 'owner'],
      ['/create-user', 'createUser', 'operator'],
    ],
  ],
  [
    groups.rates,
    [
      ['/manage-prices', 'managePrices'],
      ['/rate-lists', 'rateLists'],
      ['/custom-tables', 'customTables'],
      ['/import-duty', 'importDuty'],
    ],
  ],
  [
    groups.site,
    [
      ['/maintenance', 'maintenance'],
      ['/changes', 'changes'],
    ],
  ],
]);

/** The sidebar; on narrow screens it is in a drawer. */
export function AdminNav({ onAccount, onGone }: { onAccount: () => void; onGone?: () => void }) {
  const signOut = useSignOut();
  const endAlarms = useEndPhoneAlarms();
  const may = { operator: useMay('operator'), owner: useMay('owner') };
  const offered = LINKS.map(([heading, entries]) => [heading, entries.filter(([, , needs]) => !needs || may[needs])] as const);
  return (
    <nav className="side" aria-label={common.mainMenu}>
      <img className="side__brand" src={lockup} alt={boardTexts.product} />
      {offered.map(([heading, entries]) => (
        <Fragment key={heading}>
          {heading && entries.length > 0 && <p className="side__group">{heading}</p>}
          {entries.map(([path, name]) => (
            <NavLink key={path} to={ADMIN + path} end onClick={onGone}>
              <Icon name={name} />
              {nav[name]}
            </NavLink>
          ))}
        </Fragment>
      ))}
      <div className="side__end">
        <button type="button" onClick={onAccount}>
          <Icon name="user" />
          {account.title}
        </button>
        <button type="button" onClick={() => void endAlarms().then(signOut)}>
          <Icon name="logout" />
          {nav.logout}
        </button>
      </div>
    </nav>
  );
}
