import { portalTexts } from '@sarafa/contracts';
import { useDeleteShopMutation } from '../../shared/api/shops.api.js';
import { tellDone, tellFailed } from '../../shared/notices.js';
import { failureText, problemOf } from '../../shared/problem.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import type { Listed } from './find-shops.js';

const { users, list } = portalTexts;

export function DeleteShop({ entry: { shop, name }, onClose }: { entry: Listed; onClose: () => void }) {
  const [deleteShop, { isLoading }] = useDeleteShopMutation();
  const remove = async () => {
    try {
      await deleteShop(shop.id).unwrap();
      tellDone(users.deleted);
    } catch (error) {
      tellFailed(failureText(problemOf(error), users.deleteFailed));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={list.deleteTitle(name)}
      question={users.confirmDelete}
      note={list.deleteShopNote}
      yes={list.deleteShop}
      isDanger
      isBusy={isLoading}
      onYes={() => void remove()}
      onClose={onClose}
    />
  );
}
