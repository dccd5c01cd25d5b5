import { type CustomTable, portalTexts, priceTexts } from '@sarafa/contracts';
import { useDeleteCustomTableMutation } from '../api/custom-tables.api.js';
import { tellDone, tellProblem } from '../notices.js';
import { problemOf } from '../problem.js';
import { ConfirmDialog } from './confirm-dialog.js';

const { customTables, list } = portalTexts;

interface Props {
  readonly table: Pick<CustomTable, 'id' | 'title'>;
  /** The screen's own sentence for a failure (spec 8 has two). */
  readonly failed: string;
  readonly onClose: () => void;
}

export function DeleteCustomTable({ table, failed, onClose }: Props) {
  const [remove, { isLoading }] = useDeleteCustomTableMutation();
  const go = async () => {
    try {
      await remove(table.id).unwrap();
      tellDone(customTables.deleted);
    } catch (error) {
      tellProblem(problemOf(error), failed);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={list.deleteTitle(table.title)}
      question={customTables.confirmDelete}
      yes={priceTexts.tables.deleteTable}
      isDanger
      isBusy={isLoading}
      onYes={() => void go()}
      onClose={onClose}
    />
  );
}
