import { Button, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setupListeners } from '@reduxjs/toolkit/query';
import type { AccountRole } from '@sarafa/contracts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { RequireRole, RequireSession } from '../features/session/require-role.js';
import { SignInAgain } from '../features/session/sign-in-again.js';
import { SignInFresh } from '../features/session/sign-in-fresh.js';
import { StartGate } from '../features/session/start-gate.js';
import { StartPage } from '../features/session/start-page.js';
import { ChatWidget } from '../features/chat/chat-widget.js';
import { useChat } from '../features/chat/use-chat.js';
import { LoginPage } from '../features/session/login-page.js';
import { Ground } from '../shared/ground.js';
import { pageCrashed } from '../shared/kept/kept-draft.js';
import { useLanguages } from '../shared/language/language.js';
import { CLAIM, LOGIN, START } from '../shared/links.js';
import { NOTICES } from '../shared/notices.js';
import { loadPart } from '../shared/release/load-part.js';
import { portalTexts } from '../shared/texts/portal-texts.js';
import { FullScreenOverlay } from '../shared/ui/full-screen-overlay.js';
import { PHONE } from '../shared/ui/use-is-phone.js';
import { usePageLanguage } from '../shared/language/use-page-language.js';
import mark from '../shared/brand/mark.svg';
import { openPathIn } from '../shared/session/open-path.js';
import { useSession } from '../shared/session/session.js';
import { CrashGuard } from './crash-guard.js';
import { keepPortal } from './keep-portal.js';
import type { PortalStore } from './store.js';
import { theme } from './theme.js';

const adminScreens = () => loadPart(() => import('./admin/portal-admin.js'));
const shopScreens = () => loadPart(() => import('./portal-shop.js'));
const AdminArea = lazy(async () => ({ default: (await adminScreens()).AdminArea }));
const ClaimPage = lazy(async () => ({ default: (await loadPart(() => import('./portal-claim.js'))).ClaimPage }));
const ShopArea = lazy(async () => ({ default: (await shopScreens()).ShopArea }));

/** Starts loading the screens of a role while the session is still being checked, which saves time on a slow network. */
export function fetchScreens(role: AccountRole): void {
  // The component that shows the screens reports a failure.
  (role === 'admin' ? adminScreens() : shopScreens()).catch(() => undefined);
}

interface Props {
  readonly store: PortalStore;
  /** With 'test' Mantine runs no transitions. */
  readonly env?: 'default' | 'test';
}

export function PortalApp({ store, env = 'default' }: Props) {
  useEffect(() => setupListeners(store.dispatch), [store]);
  // For the parts of boards that the dashboard shows. The whole app is drawn anew in another language.
  useLanguages({ language: usePageLanguage() });
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} env={env}>
        <Ground isStill={prefersStillness()} />
        <Notifications zIndex={400} {...NOTICES} />
        <BrowserRouter>
          <CrashGuard fallback={() => <PortalCrashed />}>
            <Suspense fallback={<FullScreenOverlay message={portalTexts.initializing} isSheer />}>
              <StartGate>
                <Screens />
                <SignInAgain />
                <SignInFresh />
              </StartGate>
            </Suspense>
          </CrashGuard>
        </BrowserRouter>
      </MantineProvider>
    </Provider>
  );
}

/** Any other path leads to the sign-in screen (rule 10.1). */
function Screens() {
  useOpenPath();
  useKeptPortal();
  useKeptFocus();
  return (
    <Routes>
      <Route path={LOGIN} element={<LoginScreen />} />
      <Route
        path="/admin/*"
        element={
          <RequireRole role="admin">
            <AdminArea />
          </RequireRole>
        }
      />
      <Route path={START} element={<StartPage />} />
      <Route
        path="/user-dashboard/:userId/*"
        element={
          <RequireRole role="user">
            <ShopArea />
          </RequireRole>
        }
      />
      <Route
        path={CLAIM}
        element={
          <RequireSession>
            <ClaimPage />
          </RequireSession>
        }
      />
      <Route path="*" element={<Navigate to={LOGIN} replace />} />
    </Routes>
  );
}

function prefersStillness(): boolean {
  return matchMedia(`(prefers-reduced-motion: reduce), ${PHONE}`).matches;
}

function LoginScreen() {
  const chat = useChat();
  const [, tell] = chat;
  return (
    <>
      <LoginPage onHelp={() => tell({ type: 'open' })} />
      <ChatWidget chat={chat} />
    </>
  );
}

/** Shown after a fault of a screen. Loading the page anew helps. */
function PortalCrashed() {
  const { wentWrong, savedStays, loadAgain } = portalTexts.common;
  useEffect(pageCrashed, []);
  return (
    <div className="loading loading--sheer" role="alert">
      <img src={mark} alt="" />
      <div>
        {wentWrong} {savedStays}
      </div>
      <Button variant="default" className="btn--on-dark" onClick={() => location.reload()}>
        {loadAgain}
      </Button>
    </div>
  );
}

/** Not before somebody has signed in: others have no use for it. */
function useKeptPortal(): void {
  const role = useSession().current?.role;
  useEffect(() => role && keepPortal(role), [role]);
}

/** Goes where an alarm leads that was touched while this page was open. */
function useOpenPath(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Without TLS there is no worker, and where storage is forbidden it can't be reached.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const go = ({ data }: MessageEvent) => {
      const path = openPathIn(data);
      if (path) void navigate(path, { replace: location.pathname + location.hash === path });
    };
    worker?.addEventListener('message', go);
    return () => worker?.removeEventListener('message', go);
  }, [navigate]);
}

/**
 * Gives the focus to the main part of a new page where the page before has taken it along, and the new one has put it nowhere. Not
 * on the first page, which the browser has just opened.
 */
function useKeptFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const give = () => {
      const main = document.querySelector('main');
      if (document.activeElement === document.body) main?.focus({ preventScroll: true });
      if (main) loading.disconnect();
    };
    // A page that is still loading has no main part.
    const loading = new MutationObserver(give);
    loading.observe(document.body, { childList: true, subtree: true });
    give();
    return () => loading.disconnect();
  }, [pathname]);
}
