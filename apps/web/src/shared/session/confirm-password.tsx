import { Button } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useMeQuery } from '../api/me.api.js';
import { baseApi } from '../requests/base-api.js';
import { endReplaced } from './log-out.js';
import { useSignIn } from '../second-step/use-sign-in.js';
import { signedIn, useSession } from './session.js';
import { portalTexts } from '../texts/portal-texts.js';
import { useWhileMounted } from '../use-while-mounted.js';
import { asDisabled } from '../ui/as-disabled.js';
import { PasswordDialog } from '../ui/password-dialog.js';

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
  const signIn = useSignIn();
  const { send, isBusy, asked, code } = signIn;
  const dispatch = useDispatch();
  const goOn = useWhileMounted((session: SignedIn) => {
    dispatch(signedIn(session));
    // The list of sessions would show the former one as long as that is there.
    void endReplaced(current?.token).then(() => dispatch(baseApi.util.invalidateTags(['Sessions'])));
    onConfirmed?.();
    return true;
  });

  const isEmpty = asked ? !code.trim() : !password;
  const submit = async (isPasskey: boolean) => {
    if ((isEmpty && !isPasskey) || isBusy) return;
    if (!me) {
      setError(portalTexts.common.noAnswer);
      return void refetch();
    }
    setError('');
    const outcome = await send({ username: me.username, password }, isPasskey);
    if ('session' in outcome) {
      // Nobody goes on with a session that was begun for a dialog which was closed meanwhile.
      if (!goOn(outcome.session)) void endReplaced(outcome.session.token);
    } else if (outcome.problem) {
      const { code: reason, message } = outcome.problem;
      setError(reason === 'UNAUTHENTICATED' ? words.incorrect : message);
    }
  };
  return (
    <PasswordDialog
      title={words.confirmTitle}
      note={note}
      label={words.password}
      password={password}
      error={error}
      signIn={signIn}
      data-autofocus
      action={
        <Button type="submit" variant="filled" {...asDisabled(isEmpty || isBusy)}>
          {words.confirm}
        </Button>
      }
      onChange={setPassword}
      onTyped={() => setError('')}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
