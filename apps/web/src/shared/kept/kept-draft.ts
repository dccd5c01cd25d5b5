import { createSlice, type PayloadAction, type Store } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { baseApi } from '../requests/base-api.js';

type Drafts = Readonly<Record<string, unknown>>;
interface WithDrafts {
  readonly drafts: Drafts;
}
/** The forms whose drafts end with their page, as in a dialog. */
const endingWithPage = new Set<string>();
const KEPT = 'sarafa.drafts';
/** How long a tab may have been away. Prices that were typed and not saved hours ago are no longer meant. */
const LONGEST_MS = 3_600_000;

/** What was typed and isn't saved yet, by the name of its form. Nobody may see what the person before has typed. */
const slice = createSlice({
  name: 'drafts',
  initialState: {} as Drafts,
  reducers: {
    draftChanged: (
      drafts,
      { payload: { form, draft } }: PayloadAction<{ readonly form: string; readonly draft: unknown }>,
    ) => ({
      ...drafts,
      [form]: draft,
    }),
  },
  extraReducers: (builder) => builder.addMatcher(baseApi.util.resetApiState.match, () => ({})),
});

export const draftsReducer = slice.reducer;
export const { draftChanged } = slice.actions;

type Next<T> = T | undefined | ((before: T | undefined) => T | undefined);

/** Whether a fault of the page is being shown: its drafts may be the cause, and would make the next page crash as well. */
let hasCrashed = false;

/** Called when the page has crashed. The result is called when it shows itself again. */
export function pageCrashed(): () => void {
  hasCrashed = true;
  return () => {
    hasCrashed = false;
  };
}

/**
 * Keeps drafts while the tab is loaded again, which a phone does by itself where another app has needed the memory. They are stored
 * only while the tab is hidden. `owner` is who has typed them, and the release, because another one may write drafts in another way.
 */
export function keepDraftsOverReloads(store: Store<WithDrafts>, owner: () => string): void {
  try {
    const stored = sessionStorage.getItem(KEPT) ?? '{}';
    sessionStorage.removeItem(KEPT);
    const kept = JSON.parse(stored) as { owner?: string; at?: number; drafts?: Drafts };
    const isForThisPage = kept.owner === owner() && Math.abs(Date.now() - Number(kept.at)) < LONGEST_MS;
    for (const [form, draft] of Object.entries((isForThisPage && kept.drafts) || {}))
      store.dispatch(draftChanged({ form, draft }));
  } catch {
    // Storage is forbidden.
  }
  const keep = (isHidden: boolean) => {
    const all = Object.entries(store.getState().drafts);
    const drafts = all.filter(([form, draft]) => draft !== undefined && !endingWithPage.has(form));
    try {
      sessionStorage.removeItem(KEPT);
      if (!isHidden || hasCrashed || drafts.length === 0) return;
      sessionStorage.setItem(KEPT, JSON.stringify({ owner: owner(), at: Date.now(), drafts: Object.fromEntries(drafts) }));
    } catch {
      // Storage is forbidden or full.
    }
  };
  addEventListener('pagehide', () => keep(true));
  // A phone may end a hidden tab without any further event.
  document.addEventListener('visibilitychange', () => keep(document.visibilityState === 'hidden'));
}

/**
 * A state that stays while other pages are open, so that a look at another page doesn't lose what was typed. It ends with the tab
 * and with the session. With `endsWithPage` it is gone with its component, as in a dialog that is closed.
 */
export function useKeptDraft<T>(form: string, endsWithPage = false): readonly [T | undefined, (next: Next<T>) => void] {
  const store = useStore<WithDrafts>();
  const draft = useSelector(({ drafts }: WithDrafts) => drafts[form] as T | undefined);
  const setDraft = (next: Next<T>) => {
    const before = store.getState().drafts[form] as T | undefined;
    store.dispatch(
      draftChanged({
        form,
        draft: typeof next === 'function' ? (next as (before: T | undefined) => T | undefined)(before) : next,
      }),
    );
  };
  useEffect(() => {
    if (!endsWithPage) return;
    endingWithPage.add(form);
    return () => {
      endingWithPage.delete(form);
      store.dispatch(draftChanged({ form, draft: undefined }));
    };
  }, [endsWithPage, form, store]);
  return [draft, setDraft];
}
