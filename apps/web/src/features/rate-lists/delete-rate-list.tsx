import { type RateList, texts } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { useDeleteRateListMutation } from '../../shared/api/rate-lists.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';
import { say } from '../../shared/page-language.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

interface Props {
  readonly list: RateList;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteRateList({ list, home, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [remove, { isLoading }] = useDeleteRateListMutation();
  const go = async () => {
    try {
      await remove(list.id).unwrap();
      notifyDone(texts.rateLists.deleted);
      focusAfter.current = home.current;
    } catch (error) {
      // 'Three shops use this rate list' says more than that something went wrong.
      notifyProblem(problemOf(error), words.deleteFailed);
    }
  };
  return (
    <ConfirmDialog
      title={say(words.deleteTitle, { name: list.name })}
      question={words.confirmDelete}
      yes={words.doDelete}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={go}
      onClose={onClose}
    />
  );
}
