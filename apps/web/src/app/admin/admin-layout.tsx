import { ActionIcon, Drawer, useMantineColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { limits } from '@sarafa/contracts';
import { Outlet, useLocation } from 'react-router-dom';
import { useSourceHealth } from '../../features/overview/use-source-health.js';
import { FactorDue } from '../../features/own-account/factor-due.js';
import { OwnAccount } from '../../features/own-account/index.js';
import { May, MayNote } from '../../shared/session/may.js';
import { ADMIN_ALARMS, RATE_LISTS } from '../../shared/links.js';
import { useMeQuery } from '../../shared/api/me.api.js';
import { useMaintenanceQuery } from '../../shared/api/site.api.js';
import adminLogo from '../../shared/brand/default-admin-logo.svg';
import { LanguageSwitch } from '../../shared/language/language-switch.js';
import { useSession } from '../../shared/session/session.js';
import { KeptAlarms } from '../../features/phone-alarms/index.js';
import { useEndPhoneAlarms } from '../../shared/kept-phone/use-end-phone-alarms.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useFocusBack } from '../../shared/ui/dialog.js';
import { Icon } from '../../shared/ui/icon.js';
import { Portrait } from '../../shared/ui/portrait.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useEscape } from '../../shared/ui/use-escape.js';
import { useIsNarrow } from '../../shared/ui/use-is-phone.js';
import { useScrollLock } from '../../shared/ui/use-scroll-lock.js';
import { AdminNav } from './admin-nav.js';

const { common } = portalTexts;

export function AdminLayout() {
  const isNarrow = useIsNarrow();
  const main = useRef<HTMLElement>(null);
  const { data: me } = useMeQuery();
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  const endAlarms = useEndPhoneAlarms();
  const { current } = useSession();
  const { pathname } = useLocation();
  const openAccount = () => setIsAccountOpen(true);
  useFocusOnNewPage(main);
  return (
    <div className="app">
      <a className="skip" href="#main" onClick={() => main.current?.focus()}>
        {common.skip}
      </a>
      {!isNarrow && <AdminNav onAccount={openAccount} />}
      <div className="page">
        <Header isNarrow={isNarrow} onAccount={openAccount} />
        <main className="main" id="main" ref={main} tabIndex={-1}>
          <FactorDue onAccount={openAccount} />
          <MayNote needs="operator" />
          <Outlet />
        </main>
      </div>
      {current && pathname !== RATE_LISTS && (
        <May needs="operator">
          <KeptAlarms userId={current.userId} paths={ADMIN_ALARMS} />
        </May>
      )}
      {isAccountOpen && (
        <OwnAccount
          username={me?.username ?? boardTexts.defaultUserName}
          beforeSignOut={endAlarms}
          onClose={() => setIsAccountOpen(false)}
        />
      )}
    </div>
  );
}

function Header({ isNarrow, onAccount }: { isNarrow: boolean; onAccount: () => void }) {
  const { data: me } = useMeQuery();
  const { data: site } = useMaintenanceQuery(undefined, { pollingInterval: limits.statusPollMs });
  return (
    <header className="top">
      <Portrait url={me?.logo_url ?? ''} name={me?.username ?? ''} fallback={adminLogo} />
      <span className="top__t">{portalTexts.title}</span>
      <div className="top__r">
        {site?.isMaintenanceMode && <StateWord tone="warn">{boardTexts.maintenance.title}</StateWord>}
        {!isNarrow && <RatesLamp />}
        {!isNarrow && me && <span>{me.username}</span>}
        <LanguageSwitch />
        <SchemeSwitch />
        {isNarrow && <Menu onAccount={onAccount} />}
      </div>
    </header>
  );
}

function SchemeSwitch() {
  // By default Mantine stops the transitions with a style element, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = colorScheme === 'dark';
  const label = isDark ? common.useLight : common.useDark;
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}

function Menu({ onAccount }: { onAccount: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionIcon aria-label={common.openMenu} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <Icon name="menu" />
      </ActionIcon>
      {isOpen && <MenuDrawer onAccount={onAccount} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MenuDrawer({ onAccount, onClose }: { onAccount: () => void; onClose: () => void }) {
  useScrollLock(true);
  useEscape(onClose);
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      size="17rem"
      lockScroll={false}
      closeOnEscape={false}
      returnFocus={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      aria-label={common.mainMenu}
      classNames={{ content: 'drawer', body: 'drawer__body', overlay: 'scrim' }}
    >
      <ActionIcon className="drawer__close" aria-label={common.close} title={common.close} onClick={onClose}>
        <Icon name="close" />
      </ActionIcon>
      <AdminNav
        onGone={onClose}
        onAccount={() => {
          onClose();
          onAccount();
        }}
      />
    </Drawer>
  );
}

/**
 * Moves the focus to the top of each new page, for keyboards and screen readers. Not on the first page, which the browser has
 * just opened.
 */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

/** The state of the rates, in the header of every screen. */
function RatesLamp() {
  const { health } = useSourceHealth();
  if (!health) return null;
  return (
    <StateWord tone={health.tone}>
      {portalTexts.overview.source}: {health.word}
    </StateWord>
  );
}
