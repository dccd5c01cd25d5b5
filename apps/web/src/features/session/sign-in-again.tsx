import { Button } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useMeQuery } from '../../shared/api/me.api.js';
import { ADMIN, shopDashboardPath } from '../../shared/links.js';
import { useEndPhoneAlarms } from '../../shared/phone-alarms/use-end-phone-alarms.js';
import { problemOf } from '../../shared/problem.js';
import { askingClosed, signedIn, useSession } from '../../shared/session.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Password } from '../../shared/ui/password.js';
import { TextField } from '../../shared/ui/text-field.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { useSignInMutation } from './session.api.js';

const { login: words, common } = portalTexts;

/** Asks for the password over the page when the server has ended the session. The page stays as it is, and goes on afterwards. */
export function SignInAgain() {
  const { ended } = useSession();
  return ended === 'asked' ? <Asking /> : null;
}

function Asking() {
  const { current } = useSession();
  const { data: me } = useMeQuery();
  const [username, setUsername] = useState(me?.username ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [signIn, { isLoading }] = useSignInMutation();
  const endAlarms = useEndPhoneAlarms();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const close = () => dispatch(askingClosed());
  const goOn = useWhileMounted(async (session: SignedIn) => {
    const isOther = session.userId !== current?.userId;
    if (isOther) await endAlarms();
    // The page of the account before ends at once with all that was typed, also where both accounts have the same role.
    flushSync(() => dispatch(signedIn(session)));
    if (isOther) void navigate(session.role === 'admin' ? ADMIN : shopDashboardPath(session.userId));
  });

  const submit = async () => {
    if (!username.trim() || !password || isLoading) return;
    setError('');
    try {
      await goOn(await signIn({ username: username.trim(), password }).unwrap());
    } catch (failure) {
      setError(problemOf(failure).message);
    }
  };
  return (
    <Dialog title={words.again} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="dialog__body sign-in-again">
          <p className="dim">{words.endedHere}</p>
          <TextField
            label={words.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={!username || undefined}
            value={username}
            onChange={setUsername}
          />
          <Password
            label={words.password}
            autoComplete="current-password"
            data-autofocus={username ? true : undefined}
            value={password}
            error={error}
            onChange={setPassword}
          />
        </div>
        <footer className="dialog__foot">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <WaitingButton type="submit" variant="filled" isWaiting={isLoading}>
            {words.signIn}
          </WaitingButton>
        </footer>
      </form>
    </Dialog>
  );
}
