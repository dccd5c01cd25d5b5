import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { baseApi } from './base-api.js';

type Drafts = Readonly<Record<string, unknown>>;
interface WithDrafts {
  readonly drafts: Drafts;
}

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

/**
 * A state that stays while other pages are open, so that a look at another page doesn't lose what was typed. It ends with the tab,
 * and when somebody else signs in. With `endsWithPage` it is gone with its component, as in a dialog that is closed.
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
  useEffect(
    () => () => void (endsWithPage && store.dispatch(draftChanged({ form, draft: undefined }))),
    [endsWithPage, form, store],
  );
  return [draft, setDraft];
}
