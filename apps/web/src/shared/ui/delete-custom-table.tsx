import { type CustomTable, texts } from '@sarafa/contracts';
import type { RefObject } from 'react';
import { useDeleteCustomTableMutation } from '../api/custom-tables.api.js';
import { say } from '../language/page-language.js';
import { portalTexts } from '../texts/portal-texts.js';
import { priceTexts } from '../texts/price-texts.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface Props {
  readonly table: Pick<CustomTable, 'id' | 'title'>;
  /** The text for a failure, which differs between the two screens. */
  readonly failed: string;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteCustomTable({ table, ...others }: Props) {
  const [remove] = useDeleteCustomTableMutation();
  return (
    <ConfirmDialog
      title={say(portalTexts.list.deleteTitle, { name: table.title })}
      question={portalTexts.customTables.confirmDelete}
      yes={priceTexts.tables.deleteTable}
      isDanger
      run={() => remove(table.id).unwrap()}
      done={texts.customTables.deleted}
      {...others}
    />
  );
}
