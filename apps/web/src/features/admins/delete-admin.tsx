import { type Admin, texts } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { useDeleteAdminMutation } from '../../shared/api/admins.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';
import { say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

const { admins, list } = portalTexts;

interface Props {
  readonly admin: Admin;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteAdmin({ admin, home, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [deleteAdmin, { isLoading }] = useDeleteAdminMutation();
  const remove = async () => {
    try {
      await deleteAdmin(admin.id).unwrap();
      notifyDone(texts.admins.deleted);
      focusAfter.current = home.current;
    } catch (error) {
      notifyProblem(problemOf(error), admins.deleteFailed);
    }
  };
  return (
    <ConfirmDialog
      title={say(list.deleteTitle, { name: admin.username })}
      question={admins.confirmDelete}
      note={list.deleteAdminNote}
      yes={list.deleteAdmin}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={remove}
      onClose={onClose}
    />
  );
}
