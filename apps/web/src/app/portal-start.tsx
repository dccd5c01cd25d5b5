import { createRoot } from 'react-dom/client';
import { watchTyping } from '../shared/typed.js';
import { fetchScreens, PortalApp } from './portal-app.js';
import { followOtherTabs, makeStore } from './store.js';

/** Shows the portal. This file is evaluated once the language of the page is settled. */
export function startPortal(): void {
  watchTyping();
  const store = makeStore();
  followOtherTabs(store);
  const { current } = store.getState().session;
  if (current) fetchScreens(current.role);
  createRoot(document.getElementById('root')!).render(<PortalApp store={store} />);
}
