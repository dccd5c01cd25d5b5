import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/base-api.js';
import { keepSession, keptSession, restored, sessionReducer } from '../shared/session.js';

/** Begins with the session in local storage, and writes every change of the session there. */
export function makeStore() {
  const store = configureStore({
    reducer: { session: sessionReducer, [baseApi.reducerPath]: baseApi.reducer },
    middleware: (standard) => standard().concat(baseApi.middleware),
  });
  store.dispatch(restored(keptSession()));
  let { current } = store.getState().session;
  store.subscribe(() => {
    const before = current;
    current = store.getState().session.current;
    if (before === current) return;
    if (current?.token !== keptSession()?.token) keepSession(current);
    // The next person must not see what the previous one has read.
    if (before && before.userId !== current?.userId) store.dispatch(baseApi.util.resetApiState());
  });
  return store;
}

export type PortalStore = ReturnType<typeof makeStore>;

/** Signs in or out when another tab does. */
export function followOtherTabs(store: PortalStore): void {
  addEventListener('storage', ({ key }) => {
    // The key is null when everything was cleared. `userId` is the last one that signing in writes.
    if (key !== null && key !== 'userId') return;
    const kept = keptSession();
    if (kept?.token !== store.getState().session.current?.token) store.dispatch(restored(kept));
  });
}
