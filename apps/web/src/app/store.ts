import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/requests/base-api.js';
import { forgetAnswers } from '../shared/kept/kept-answers.js';
import { draftsReducer } from '../shared/kept/kept-draft.js';
import { watchDrafts } from '../shared/typed.js';
import { keepSession, keptSession, restored, sessionReducer, tellWaiting } from '../shared/session/session.js';

const SLOW = { warnAfter: 1_000 };

/** Begins with the session in local storage, and writes every change of the session there. */
export function makeStore() {
  const store = configureStore({
    reducer: { session: sessionReducer, drafts: draftsReducer, [baseApi.reducerPath]: baseApi.reducer },
    // What these checks of development say of their own slowness is nothing that a developer could mend.
    middleware: (standard) => standard({ immutableCheck: SLOW, serializableCheck: SLOW }).concat(baseApi.middleware),
  });
  watchDrafts(() => Object.values(store.getState().drafts).some((draft) => draft !== undefined));
  store.dispatch(restored(keptSession()));
  let { current } = store.getState().session;
  // A tab of an earlier release has forgotten the session alone.
  forgetAnswers(current?.userId);
  store.subscribe(() => {
    const before = current;
    const { wasEnded, ended } = store.getState().session;
    current = store.getState().session.current;
    tellWaiting();
    if (before === current && !ended) return;
    const kept = keptSession();
    if (before && (wasEnded || ended) && kept && kept.token !== before.token) {
      // Another tab has a newer token, for example of a new password, and only the one of this tab has ended.
      store.dispatch(restored(kept));
      if (before.userId !== kept.userId) store.dispatch(baseApi.util.resetApiState());
      return;
    }
    if (before === current) return;
    forgetAnswers(current?.userId);
    if (current?.token !== kept?.token) keepSession(current);
    // The next person must not see what the previous one has read.
    if (before && before.userId !== current?.userId) store.dispatch(baseApi.util.resetApiState());
  });
  return store;
}

export type PortalStore = ReturnType<typeof makeStore>;

/** Signs in or out when another tab does. */
export function followOtherTabs(store: PortalStore): void {
  const follow = () => {
    const kept = keptSession();
    if (kept?.token !== store.getState().session.current?.token) store.dispatch(restored(kept));
  };
  addEventListener('storage', ({ key }) => {
    // The key is null when everything was cleared. `userId` is the last one that signing in writes.
    if (key === null || key === 'userId') follow();
  });
  // A page that the browser brings back by its Back button hasn't heard the other tabs meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}
