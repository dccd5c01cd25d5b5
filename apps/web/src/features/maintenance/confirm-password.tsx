import { Button } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useMeQuery } from '../../shared/api/me.api.js';
import { useConfirmPasswordMutation } from '../../shared/api/site.api.js';
import { problemOf } from '../../shared/problem.js';
import { signedIn } from '../../shared/session.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Password } from '../../shared/ui/password.js';

const { maintenance: words } = priceTexts;
const { common } = portalTexts;

/** Signs in again and continues with the new session. Enter confirms, Cancel clears the field (rule 10.13). */
export function ConfirmPassword({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { data: me, refetch } = useMeQuery();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [confirm, { isLoading }] = useConfirmPasswordMutation();
  const dispatch = useDispatch();
  const goOn = useWhileMounted((session: SignedIn) => {
    dispatch(signedIn(session));
    onConfirmed();
  });

  const submit = async () => {
    if (!password || isLoading) return;
    if (!me) {
      setError(common.noAnswer);
      return void refetch();
    }
    setError('');
    try {
      goOn(await confirm({ username: me.username, password }).unwrap());
    } catch (failure) {
      const problem = problemOf(failure);
      setError(problem.status === 401 ? words.incorrect : problem.message);
    }
  };
  return (
    <Dialog title={words.confirmTitle} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="dialog__body">
          <p className="dim">{words.confirmNote}</p>
          <Password
            label={words.password}
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={error}
            onChange={(value) => {
              setPassword(value);
              setError('');
            }}
          />
        </div>
        <footer className="dialog__foot">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="filled" {...asDisabled(!password || isLoading)}>
            {words.confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
