import type { RateRows } from '@sarafa/contracts';
import { useEffect } from 'react';
import { useKeptDraft } from '../../shared/kept/kept-draft.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { rowsDraftOf, isSameList, type RowsDraft } from './draft-rows.js';

interface Edited {
  /** The list that the changes began with; its `rev` is sent with them. */
  readonly base: RateRows;
  readonly now: RowsDraft;
  /** The drafts before each step, the oldest first. */
  readonly past: readonly RowsDraft[];
  /** What the last step changed. Typing on in the same field is the same step. */
  readonly step: string | undefined;
}

/**
 * The list as it is being edited, with all steps back to what was saved. When the saved list changes meanwhile, the changes stay,
 * with the `rev` that they began with.
 */
export function useRowsDraft(userId: string, saved: RateRows, endsWithPage: boolean) {
  const [draft, setEdited] = useKeptDraft<Edited>(`rows ${userId}`, endsWithPage);
  // A draft that changes nothing would hide what was saved since.
  const isOutdated = draft !== undefined && saved.rev > draft.base.rev && isSameList(draft.now, rowsDraftOf(draft.base));
  const edited = isOutdated ? undefined : draft;
  useEffect(() => {
    if (isOutdated) setEdited(undefined);
  });
  const base = edited?.base ?? saved;
  const now = edited?.now ?? rowsDraftOf(saved);

  /** `step` is the field that is typed in; without one the change is a step of its own. */
  const change = (next: (before: RowsDraft) => RowsDraft, step?: string) =>
    setEdited((before) => {
      const from = before ?? { base: saved, now: rowsDraftOf(saved), past: [], step: undefined };
      const isSameStep = step !== undefined && step === from.step;
      return { base: from.base, now: next(from.now), past: isSameStep ? from.past : [...from.past, from.now], step };
    });

  const undo = () =>
    setEdited((before) => {
      const last = before?.past[before.past.length - 1];
      if (!before || !last) return before;
      const past = before.past.slice(0, -1);
      return past.length === 0 && isSameList(last, rowsDraftOf(before.base))
        ? undefined
        : { ...before, now: last, past, step: undefined };
    });

  /** After a save of `sent`: what was typed since then stays, and begins with the saved list. */
  const keep = (sent: RowsDraft, answer: RateRows) =>
    setEdited((before) => (!before || before.now === sent ? undefined : { ...before, base: answer }));

  // The draft of a dialog that was opened again isn't that of the save.
  const keepWhileOpen = useWhileMounted(keep);

  /** Goes on with a list that somebody else has saved. That is a step as well, which `undo` takes back. */
  const take = (other: RateRows) =>
    setEdited((before) => {
      const past = before ? [...before.past, before.now] : [];
      return { base: other, now: rowsDraftOf(other), past, step: undefined };
    });

  return {
    base,
    now,
    isChanged: edited !== undefined && !isSameList(now, rowsDraftOf(base)),
    canUndo: (edited?.past.length ?? 0) > 0,
    change,
    undo,
    keep: endsWithPage ? keepWhileOpen : keep,
    take,
  };
}

export type RowsEditing = ReturnType<typeof useRowsDraft>;
