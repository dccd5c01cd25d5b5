import { Button } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useMeQuery } from '../../shared/api/me.api.js';
import { useSignInMutation } from '../../shared/api/session.api.js';
import { problemOf } from '../../shared/problem.js';
import { signedIn } from '../../shared/session.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { PasswordDialog } from '../../shared/ui/password-dialog.js';

const { maintenance: words } = priceTexts;

/** Signs in again and continues with the new session. Enter confirms, Cancel clears the field (rule 10.13). */
export function ConfirmPassword({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { data: me, refetch } = useMeQuery();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [signIn, { isLoading }] = useSignInMutation();
  const dispatch = useDispatch();
  const goOn = useWhileMounted((session: SignedIn) => {
    dispatch(signedIn(session));
    onConfirmed();
  });

  const submit = async () => {
    if (!password || isLoading) return;
    if (!me) {
      setError(portalTexts.common.noAnswer);
      return void refetch();
    }
    setError('');
    try {
      goOn(await signIn({ username: me.username, password }).unwrap());
    } catch (failure) {
      const problem = problemOf(failure);
      setError(problem.status === 401 ? words.incorrect : problem.message);
    }
  };
  return (
    <PasswordDialog
      title={words.confirmTitle}
      note={words.confirmNote}
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
