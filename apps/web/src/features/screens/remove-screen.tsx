import type { Screen } from '@sarafa/contracts';
import type { RefObject } from 'react';
import { useRemoveScreenMutation } from '../../shared/api/screens.api.js';
import { say } from '../../shared/language/page-language.js';
import { problemOf } from '../../shared/requests/problem.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

const { remove: words } = screenTexts;

interface Props {
  readonly screen: Screen;
  readonly home: RefObject<HTMLElement | null>;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveScreen({ screen, home, onRemoved, onClose }: Props) {
  const [remove] = useRemoveScreenMutation();
  const run = async () => {
    try {
      const answer = await remove(screen.id).unwrap();
      onRemoved();
      return answer;
    } catch (error) {
      // Somebody else has removed it.
      if (problemOf(error).status === 404) onRemoved();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={say(words.title, { name: screen.name })}
      question={words.question}
      note={words.note}
      yes={words.do}
      isDanger
      run={run}
      failed={words.failed}
      home={home}
      onClose={onClose}
    />
  );
}
