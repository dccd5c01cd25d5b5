import { Button } from '@mantine/core';
import { limits, OwnPassword } from '@sarafa/contracts';
import { useState } from 'react';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Password } from '../../shared/ui/password.js';
import { useForm } from '../../shared/use-form.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { useChangePasswordMutation } from './own-account.api.js';

const { account: words, common, form: formWords } = portalTexts;
const LABELS = inWords(() => ({ current_password: words.current, password: words.next }) as const);
const EMPTY = { current_password: '', password: '' };

/** `username` tells the browser which stored password this form is about. */
export function PasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [change] = useChangePasswordMutation();
  const close = useWhileMounted(onDone);
  const isEmpty = values.current_password === '' && values.password === '';
  const { errors, isBusy, onSubmit } = useForm({
    schema: OwnPassword,
    values,
    labels: LABELS,
    send: async () => {
      notifyDone((await change(values).unwrap()).message);
      close();
    },
    onFailed: (problem, isAtField) => isAtField || notifyProblem(problem, words.changeFailed),
  });
  return (
    <form className="own-password" noValidate onSubmit={onSubmit}>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <Password
        label={LABELS.current_password}
        name="current_password"
        autoComplete="current-password"
        data-autofocus
        value={values.current_password}
        error={errors.current_password}
        onChange={(current_password) => setValues((before) => ({ ...before, current_password }))}
      />
      <Password
        label={LABELS.password}
        autoComplete="new-password"
        description={say(formWords.passwordHint, { min: limits.password.min })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.password}
        error={errors.password}
        onChange={(password) => setValues((before) => ({ ...before, password }))}
      />
      <Button type="submit" fullWidth variant={isEmpty ? 'default' : 'filled'} {...asDisabled(isBusy)}>
        {isBusy ? common.saving : words.change}
      </Button>
    </form>
  );
}
