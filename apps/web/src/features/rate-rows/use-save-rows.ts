import { type RateRows, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useAskRateRowsMutation, useReplaceRateRowsMutation } from '../../shared/api/rate-rows.api.js';
import { notifyDone, notifyFailed, notifyProblem } from '../../shared/notices.js';
import { mayBeMade, problemOf } from '../../shared/requests/problem.js';
import { rateRowTexts } from '../../shared/texts/rate-row-texts.js';
import { checkedRow, rowsDraftOf, isSameList, type RowsDraft } from './draft-rows.js';
import type { RowsEditing } from './use-rows-draft.js';

const { conflict } = rateRowTexts;

/** Saves the whole list at once. When somebody else has saved meanwhile, `theirs` is that version (rule 5.11). */
export function useSaveRows(userId: string, editing: RowsEditing) {
  const [replace, { isLoading: isSaving }] = useReplaceRateRowsMutation();
  const [read, { isLoading: isReading }] = useAskRateRowsMutation();
  const [theirs, setTheirs] = useState<RateRows>();

  const save = async ({ rev }: RateRows) => {
    const { now } = editing;
    const rows = now.rows.flatMap((row) => checkedRow(row).sent ?? []);
    try {
      const { rateRows } = await replace({ userId, list: { rev, rows_mode: now.rows_mode, rows } }).unwrap();
      done(now, rateRows);
    } catch (error) {
      const problem = problemOf(error);
      const isLost = mayBeMade(problem);
      if (problem.status !== 409 && !isLost) return notifyProblem(problem, rateRowTexts.saveFailed);
      const stored = await read(userId)
        .unwrap()
        .catch((why: unknown) => problemOf(why));
      // The save may have been made though its answer doesn't say so.
      if ('rows' in stored && isSameList({ rows_mode: now.rows_mode, rows }, rowsDraftOf(stored))) done(now, stored);
      else if (isLost) notifyProblem(problem, rateRowTexts.saveFailed);
      else if ('rows' in stored) setTheirs(stored);
      else if (stored.code !== 'STOPPED') notifyFailed(conflict.readFailed);
    }
  };
  const done = (now: RowsDraft, stored: RateRows) => {
    editing.keep(now, stored);
    setTheirs(undefined);
    notifyDone(texts.rateRows.saved);
  };
  const takeTheirs = () => {
    if (theirs) editing.take(theirs);
    setTheirs(undefined);
  };
  const forgetTheirs = () => setTheirs(undefined);
  return { save, takeTheirs, forgetTheirs, theirs, isSaving: isSaving || isReading };
}
