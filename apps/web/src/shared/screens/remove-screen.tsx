import type { Screen } from '@sarafa/contracts';
import { type RefObject, useRef } from 'react';
import { useRemoveScreenMutation } from '../api/screens.api.js';
import { notifyDone, notifyProblem } from '../notices.js';
import { say } from '../page-language.js';
import { problemOf } from '../problem.js';
import { screenTexts } from '../texts/screen-texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

const { remove: words } = screenTexts;

interface Props {
  readonly screen: Screen;
  /** Gets the focus afterwards, because the row with the focused button is removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveScreen({ screen, home, onRemoved, onClose }: Props) {
  const focusAfter = useRef<HTMLElement>(null);
  const [remove, { isLoading }] = useRemoveScreenMutation();
  const go = async () => {
    try {
      notifyDone((await remove(screen.id).unwrap()).message);
      focusAfter.current = home.current;
      onRemoved();
    } catch (error) {
      const problem = problemOf(error);
      notifyProblem(problem, words.failed);
      // Somebody else has removed it.
      if (problem.status === 404) onRemoved();
    }
  };
  return (
    <ConfirmDialog
      title={say(words.title, { name: screen.name })}
      question={words.question}
      note={words.note}
      yes={words.do}
      isDanger
      isBusy={isLoading}
      focusAfter={focusAfter}
      onYes={go}
      onClose={onClose}
    />
  );
}
