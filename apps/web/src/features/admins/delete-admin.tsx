import { type Admin, portalTexts } from '@sarafa/contracts';
import { useDeleteAdminMutation } from '../../shared/api/admins.api.js';
import { tellDone, tellProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

const { admins, list } = portalTexts;

export function DeleteAdmin({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [deleteAdmin, { isLoading }] = useDeleteAdminMutation();
  const remove = async () => {
    try {
      await deleteAdmin(admin.id).unwrap();
      tellDone(admins.deleted);
    } catch (error) {
      tellProblem(problemOf(error), admins.deleteFailed);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={list.deleteTitle(admin.username)}
      question={admins.confirmDelete}
      note={list.deleteAdminNote}
      yes={list.deleteAdmin}
      isDanger
      isBusy={isLoading}
      onYes={() => void remove()}
      onClose={onClose}
    />
  );
}
