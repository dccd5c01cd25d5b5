import { dashboardTexts, Id, type OwnAdvertisement } from '@sarafa/contracts';
import { tellDone, tellFailed } from '../../shared/notices.js';
import { type Problem, problemOf } from '../../shared/problem.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { useDeleteAdMutation } from './shop-dashboard.api.js';

const { list: words } = dashboardTexts;

export function DeleteAd({ ad, onClose }: { ad: OwnAdvertisement; onClose: () => void }) {
  const [remove, { isLoading }] = useDeleteAdMutation();
  const go = async () => {
    try {
      // Spec 5: said here, without asking the server.
      if (Id.safeParse(ad.id).success) {
        await remove(ad.id).unwrap();
        tellDone(words.deleted);
      } else tellFailed(words.invalidId);
    } catch (error) {
      tellFailed(failureOf(problemOf(error)));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(ad.file_name)}
      question={words.confirmDelete}
      yes={words.deleteYes}
      isDanger
      isBusy={isLoading}
      onYes={() => void go()}
      onClose={onClose}
    />
  );
}

/** The catalogue has a sentence for each answer (spec 8). */
function failureOf({ status, message }: Problem): string {
  switch (status) {
    case 0:
      return words.noNetwork;
    case 401:
      return words.unauthenticated;
    case 403:
      return words.forbidden;
    case 404:
      return words.notFound;
    case 500:
      return words.serverError;
    default:
      return words.deleteFailed(message);
  }
}
