import { texts } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { useDeleteShopMutation } from '../../shared/api/shops.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { failureText, problemOf } from '../../shared/problem.js';
import { say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import type { Listed } from './find-shops.js';

const { users, list } = portalTexts;

interface Props {
  readonly entry: Listed;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

export function DeleteShop({ entry: { shop, name }, home, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [deleteShop, { isLoading }] = useDeleteShopMutation();
  const remove = async () => {
    try {
      await deleteShop(shop.id).unwrap();
      notifyDone(texts.users.deleted);
      focusAfter.current = home.current;
    } catch (error) {
      notifyProblem(problemOf(error), (problem) => failureText(problem, users.deleteFailed));
    }
  };
  return (
    <ConfirmDialog
      title={say(list.deleteTitle, { name })}
      question={users.confirmDelete}
      note={list.deleteShopNote}
      yes={list.deleteShop}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={remove}
      onClose={onClose}
    />
  );
}
