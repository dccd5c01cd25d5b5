import { type CustomTable, texts } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { useDeleteCustomTableMutation } from '../api/custom-tables.api.js';
import { notifyDone, notifyProblem } from '../notices.js';
import { problemOf } from '../problem.js';
import { say } from '../page-language.js';
import { portalTexts } from '../texts/portal-texts.js';
import { priceTexts } from '../texts/price-texts.js';
import { ConfirmDialog } from './confirm-dialog.js';

const { customTables, list } = portalTexts;

interface Props {
  readonly table: Pick<CustomTable, 'id' | 'title'>;
  /** The text for a failure, which differs between the two screens. */
  readonly failed: string;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteCustomTable({ table, failed, home, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [remove, { isLoading }] = useDeleteCustomTableMutation();
  const go = async () => {
    try {
      await remove(table.id).unwrap();
      notifyDone(texts.customTables.deleted);
      focusAfter.current = home.current;
    } catch (error) {
      notifyProblem(problemOf(error), failed);
    }
  };
  return (
    <ConfirmDialog
      title={say(list.deleteTitle, { name: table.title })}
      question={customTables.confirmDelete}
      yes={priceTexts.tables.deleteTable}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={go}
      onClose={onClose}
    />
  );
}
