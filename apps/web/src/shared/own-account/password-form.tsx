import { Button } from '@mantine/core';
import { limits, OwnPassword } from '@sarafa/contracts';
import { useState } from 'react';
import { fieldErrors, serverErrors } from '../field-errors.js';
import { focusFirst } from '../focus-first.js';
import { notifyDone, notifyProblem } from '../notices.js';
import { problemOf } from '../problem.js';
import { inWords, say } from '../page-language.js';
import { portalTexts } from '../texts/portal-texts.js';
import { asDisabled } from '../ui/as-disabled.js';
import { Password } from '../ui/password.js';
import { useWhileMounted } from '../use-while-mounted.js';
import { useChangePasswordMutation } from './own-account.api.js';

const { account: words, common, form: formWords } = portalTexts;
const LABELS = inWords(() => ({ current_password: words.current, password: words.next }) as const);
const EMPTY = { current_password: '', password: '' };

/** `username` tells the browser which stored password this form is about. */
export function PasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [change, { isLoading }] = useChangePasswordMutation();
  const close = useWhileMounted(onDone);
  const isEmpty = values.current_password === '' && values.password === '';

  const submit = async (form: HTMLFormElement) => {
    const faults = fieldErrors(OwnPassword, values, LABELS);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirst(form, faults);
    if (isLoading) return;
    try {
      notifyDone((await change(values).unwrap()).message);
      close();
    } catch (error) {
      const problem = problemOf(error);
      const refused = serverErrors(problem.details, LABELS);
      setErrors(refused);
      focusFirst(form, refused);
      if (Object.keys(refused).length === 0) notifyProblem(problem, words.changeFailed);
    }
  };
  return (
    <form
      className="own-password"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
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
      <Button type="submit" fullWidth variant={isEmpty ? 'default' : 'filled'} {...asDisabled(isLoading)}>
        {isLoading ? common.saving : words.change}
      </Button>
    </form>
  );
}
