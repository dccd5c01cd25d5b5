import { Id, type OwnAdvertisement, texts } from '@sarafa/contracts';
import type { RefObject } from 'react';
import type { Problem } from '../../../shared/requests/problem.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useDeleteAdMutation } from '../shop-dashboard.api.js';

const { list: words } = dashboardTexts;

interface Props {
  readonly ad: OwnAdvertisement;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteAd({ ad, home, onClose }: Props) {
  const [remove] = useDeleteAdMutation();
  // Reported without asking the server (rule 11.7).
  const isValid = Id.safeParse(ad.id).success;
  return (
    <ConfirmDialog
      title={say(words.deleteTitle, { name: ad.file_name })}
      question={words.confirmDelete}
      yes={words.deleteYes}
      isDanger
      run={isValid ? () => remove(ad.id).unwrap() : texts.advertisements.invalidId}
      failed={failureOf}
      done={texts.advertisements.deleted}
      home={home}
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
