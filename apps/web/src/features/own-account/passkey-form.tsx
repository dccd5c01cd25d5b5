import { Button } from '@mantine/core';
import { NewPasskey } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import { notifyDone, notifyFailed, notifyProblem } from '../../shared/notices.js';
import { inWords } from '../../shared/language/page-language.js';
import { makePasskey } from '../../shared/second-step/passkey.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { secondStepTexts as words } from '../../shared/texts/second-step-texts.js';
import { TextField } from '../../shared/ui/text-field.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useForm } from '../../shared/use-form.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './factors.api.js';

const LABELS = inWords(() => ({ name: words.passkeyName }) as const);
const Named = NewPasskey.pick({ name: true });

/** A passkey needs a name, because an account may have several. The browser asks for the rest. */
export function PasskeyForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const close = useWhileMounted(onClose);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { errors, isBusy, onSubmit } = useForm({
    schema: Named,
    values: { name },
    labels: LABELS,
    send: async () => {
      const options = await begin().unwrap();
      const response = await makePasskey(options).catch(() => undefined);
      if (!response) return notifyFailed(words.passkeyFailed);
      await add({ name, response }).unwrap();
      notifyDone(words.passkeyAdded);
      close();
    },
    onFailed: (problem, isAtField) => isAtField || notifyProblem(problem, words.setUpFailed),
  });
  return (
    <form className="factors__form" noValidate onSubmit={onSubmit}>
      <TextField
        ref={field}
        label={LABELS.name}
        name="name"
        autoComplete="off"
        description={words.passkeyNameHint}
        value={name}
        error={errors.name}
        onChange={setName}
      />
      <div className="factors__foot">
        <Button variant="default" onClick={onClose}>
          {portalTexts.common.cancel}
        </Button>
        <WaitingButton type="submit" variant="filled" isWaiting={isBusy}>
          {words.addPasskey}
        </WaitingButton>
      </div>
    </form>
  );
}
