import { useResetFactorsMutation } from '../api/admins.api.js';
import { say } from '../language/page-language.js';
import { portalTexts } from '../texts/portal-texts.js';
import { secondStepTexts as words } from '../texts/second-step-texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks an owner whether the second step of somebody else, an admin or a shop, is to be reset (rule 2.22). */
export function ResetSecondStep({ id, name, onClose }: Props) {
  const [reset] = useResetFactorsMutation();
  return (
    <ConfirmDialog
      title={say(portalTexts.list.about, { what: words.reset, name })}
      question={say(words.resetQuestion, { name })}
      note={say(words.resetNote, { name })}
      yes={words.reset}
      isDanger
      run={() => reset(id).unwrap()}
      failed={words.resetFailed}
      onClose={onClose}
    />
  );
}
