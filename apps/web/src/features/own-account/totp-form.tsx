import { Button } from '@mantine/core';
import { TotpConfirmation, type TotpSetup } from '@sarafa/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { copyText } from '../../shared/copy-link.js';
import { notifyFailed, notifyProblem } from '../../shared/notices.js';
import { inWords } from '../../shared/language/page-language.js';
import { NO_ANSWER } from '../../shared/requests/problem.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { secondStepTexts as words } from '../../shared/texts/second-step-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Icon } from '../../shared/ui/icon.js';
import { QrSquare } from '../../shared/ui/qr-square.js';
import { TextField } from '../../shared/ui/text-field.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useForm } from '../../shared/use-form.js';
import { useConfirmTotpMutation } from './factors.api.js';

const LABELS = inWords(() => ({ code: words.firstCode }) as const);
const GROUPS = /.{4}(?=.)/g;

interface Props {
  readonly setup: TotpSetup;
  /** Gets the field while the answer with the recovery codes is on its way. */
  readonly held: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onDone: (recovery: readonly string[]) => void;
}

/** The secret as a QR code and as text, and the first code of the app that has it. */
export function TotpForm({ setup: { secret, uri }, held, onClose, onDone }: Props) {
  const [code, setCode] = useState('');
  const [confirm] = useConfirmTotpMutation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { errors, isBusy, onSubmit } = useForm({
    schema: TotpConfirmation,
    values: { code: code.trim() },
    labels: LABELS,
    send: async () => onDone((await confirm(code.trim()).unwrap()).recovery),
    onFailed: (problem, isAtField) => {
      // A part that doesn't answer in time may have set the app up, too.
      const isUnsure = problem.code === NO_ANSWER.code || problem.status >= 500;
      if (!isUnsure) return isAtField || notifyProblem(problem, words.setUpFailed);
      notifyFailed(words.setUpUnsure);
      onClose();
    },
  });
  return (
    <form className="factors__form" noValidate onSubmit={onSubmit}>
      <p>{words.scan}</p>
      <div className="factors__qr" role="img" aria-label={words.qr}>
        <QrSquare text={uri} />
      </div>
      <div className="factors__secret">
        <span>{words.secret}</span>
        <code>{secret.replace(GROUPS, '$& ')}</code>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="copy" />}
          onClick={() => void copyText(secret, words.copied, words.copyFailed)}
        >
          {words.copySecret}
        </Button>
      </div>
      <TextField
        ref={isBusy ? (held as RefObject<HTMLInputElement | null>) : field}
        label={LABELS.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={errors.code}
        onChange={setCode}
      />
      <div className="factors__foot">
        <Button variant="default" onClick={onClose} {...asDisabled(isBusy)}>
          {portalTexts.common.cancel}
        </Button>
        <WaitingButton type="submit" variant="filled" isWaiting={isBusy}>
          {words.confirm}
        </WaitingButton>
      </div>
    </form>
  );
}
