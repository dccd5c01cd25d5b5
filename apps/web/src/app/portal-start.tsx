import { createRoot } from 'react-dom/client';
import { focusPressed } from '../shared/hand-focus.js';
import { keepDraftsOverReloads } from '../shared/kept/kept-draft.js';
import { watchTyping } from '../shared/typed.js';
import { fetchScreens, PortalApp } from './portal-app.js';
import { followOtherTabs, makeStore } from './store.js';

/** Shows the portal. This file is evaluated once the language of the page is settled. */
export function startPortal(): void {
  watchTyping();
  focusPressed();
  const store = makeStore();
  followOtherTabs(store);
  // The name of this file is another one in each release.
  keepDraftsOverReloads(store, () => `${store.getState().session.current?.userId} ${import.meta.url}`);
  const { current } = store.getState().session;
  if (current) fetchScreens(current.role);
  createRoot(document.getElementById('root')!).render(<PortalApp store={store} />);
}
