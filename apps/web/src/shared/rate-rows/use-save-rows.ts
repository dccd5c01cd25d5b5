import type { RateRows } from '@sarafa/contracts';
import { useState } from 'react';
import { useLazyRateRowsQuery, useReplaceRateRowsMutation } from '../api/rate-rows.api.js';
import { notifyDone, notifyFailed, notifyProblem } from '../notices.js';
import { problemOf } from '../problem.js';
import { rateRowTexts } from '../texts/rate-row-texts.js';
import { checkedRow } from './draft-rows.js';
import type { RowsEditing } from './use-rows-draft.js';

const { conflict } = rateRowTexts;

/** Saves the whole list at once. When somebody else has saved meanwhile, `theirs` is that version (rule 5.11). */
export function useSaveRows(userId: string, editing: RowsEditing) {
  const [replace, { isLoading: isSaving }] = useReplaceRateRowsMutation();
  const [read, { isFetching: isReading }] = useLazyRateRowsQuery();
  const [theirs, setTheirs] = useState<RateRows>();

  const save = async ({ rev }: RateRows) => {
    const { now } = editing;
    const rows = now.rows.flatMap((row) => checkedRow(row).sent ?? []);
    try {
      const { message, rateRows } = await replace({ userId, list: { rev, rows_mode: now.rows_mode, rows } }).unwrap();
      editing.keep(now, rateRows);
      setTheirs(undefined);
      notifyDone(message);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) return showTheirs();
      notifyProblem(problem, rateRowTexts.saveFailed);
    }
  };
  const showTheirs = async () => {
    try {
      setTheirs(await read(userId).unwrap());
    } catch (error) {
      if (problemOf(error).code !== 'STOPPED') notifyFailed(conflict.readFailed);
    }
  };
  const takeTheirs = () => {
    if (theirs) editing.take(theirs);
    setTheirs(undefined);
  };
  return { save, takeTheirs, theirs, isSaving: isSaving || isReading };
}
