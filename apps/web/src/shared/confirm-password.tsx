import { Button } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useMeQuery } from './api/me.api.js';
import { useSignInMutation } from './api/session.api.js';
import { endReplaced } from './log-out.js';
import { problemOf } from './problem.js';
import { signedIn, useSession } from './session.js';
import { portalTexts } from './texts/portal-texts.js';
import { useWhileMounted } from './use-while-mounted.js';
import { asDisabled } from './ui/as-disabled.js';
import { PasswordDialog } from './ui/password-dialog.js';

const { login: words } = portalTexts;

/** Signs in again and continues with the new session, which replaces the one before. Enter confirms, Cancel clears the field (rule 10.13). */
export function ConfirmPassword({
  note,
  onConfirmed,
  onClose,
}: {
  note: string;
  onConfirmed?: () => void;
  onClose: () => void;
}) {
  const { data: me, refetch } = useMeQuery();
  const { current } = useSession();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [signIn, { isLoading }] = useSignInMutation();
  const dispatch = useDispatch();
  const goOn = useWhileMounted((session: SignedIn) => {
    dispatch(signedIn(session));
    endReplaced(current?.token);
    onConfirmed?.();
    return true;
  });

  const submit = async () => {
    if (!password || isLoading) return;
    if (!me) {
      setError(portalTexts.common.noAnswer);
      return void refetch();
    }
    setError('');
    try {
      const session = await signIn({ username: me.username, password }).unwrap();
      // Nobody goes on with a session that was begun for a dialog which was closed meanwhile.
      if (!goOn(session)) endReplaced(session.token);
    } catch (failure) {
      const problem = problemOf(failure);
      setError(problem.status === 401 ? words.incorrect : problem.message);
    }
  };
  return (
    <PasswordDialog
      title={words.confirmTitle}
      note={note}
      label={words.password}
      password={password}
      error={error}
      data-autofocus
      action={
        <Button type="submit" variant="filled" {...asDisabled(!password || isLoading)}>
          {words.confirm}
        </Button>
      }
      onChange={(value) => {
        setPassword(value);
        setError('');
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
