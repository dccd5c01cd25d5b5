import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/base-api.js';
import { keepSession, keptSession, restored, sessionReducer } from '../shared/session.js';

/** Starts with the session that local storage keeps, and keeps there what becomes of it. */
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
    // What one person saw isn't the next one's.
    if (before && before.userId !== current?.userId) store.dispatch(baseApi.util.resetApiState());
  });
  return store;
}

export type PortalStore = ReturnType<typeof makeStore>;

/** Signing in or out in one tab does so in all. */
export function followOtherTabs(store: PortalStore): void {
  addEventListener('storage', ({ key }) => {
    // Null: everything was cleared. `userId` is written last.
    if (key !== null && key !== 'userId') return;
    const kept = keptSession();
    if (kept?.token !== store.getState().session.current?.token) store.dispatch(restored(kept));
  });
}
