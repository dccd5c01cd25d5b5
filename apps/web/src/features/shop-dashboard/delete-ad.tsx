import { Id, type OwnAdvertisement, texts } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { notifyDone, notifyFailed, notifyProblem } from '../../shared/notices.js';
import { type Problem, problemOf } from '../../shared/problem.js';
import { say } from '../../shared/page-language.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { useDeleteAdMutation } from './shop-dashboard.api.js';

const { list: words } = dashboardTexts;

interface Props {
  readonly ad: OwnAdvertisement;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteAd({ ad, home, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [remove, { isLoading }] = useDeleteAdMutation();
  const go = async () => {
    try {
      // The fault is reported without asking the server (rule 11.7).
      if (Id.safeParse(ad.id).success) {
        await remove(ad.id).unwrap();
        notifyDone(texts.advertisements.deleted);
        focusAfter.current = home.current;
      } else notifyFailed(texts.advertisements.invalidId);
    } catch (error) {
      notifyProblem(problemOf(error), failureOf);
    }
  };
  return (
    <ConfirmDialog
      title={say(words.deleteTitle, { name: ad.file_name })}
      question={words.confirmDelete}
      yes={words.deleteYes}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={go}
      onClose={onClose}
    />
  );
}

/** The text for each answer of the server (rule 11.2). */
function failureOf({ status, message }: Problem): string {
  switch (status) {
    case 0:
      return words.noNetwork;
    case 401:
      return words.unauthenticated;
    case 403:
      return texts.advertisements.forbidden;
    case 404:
      return texts.advertisements.notFound;
    case 500:
      return words.serverError;
    default:
      return say(words.deleteFailed, { message });
  }
}
