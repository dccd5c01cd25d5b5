import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useMeQuery } from '../../shared/api/me.api.js';
import { ADMIN, shopDashboardPath } from '../../shared/links.js';
import { endReplaced } from '../../shared/session/log-out.js';
import { notifyFailed } from '../../shared/notices.js';
import { useEndPhoneAlarms } from '../../shared/kept-phone/use-end-phone-alarms.js';
import { useSignIn } from '../../shared/second-step/use-sign-in.js';
import { askingClosed, signedIn, useSession } from '../../shared/session/session.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { PasswordDialog } from '../../shared/ui/password-dialog.js';
import { TextField } from '../../shared/ui/text-field.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';

const { login: words } = portalTexts;

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
  const signIn = useSignIn();
  const { send, isBusy, asked, code } = signIn;
  const endAlarms = useEndPhoneAlarms();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const close = () => {
    dispatch(askingClosed());
    notifyFailed(words.notAgain);
  };
  const goOn = useWhileMounted(async (session: SignedIn) => {
    const isOther = session.userId !== current?.userId;
    if (isOther) await endAlarms();
    // The page of the account before ends at once with all that was typed, also where both accounts have the same role.
    flushSync(() => dispatch(signedIn(session)));
    if (isOther) void navigate(session.role === 'admin' ? ADMIN : shopDashboardPath(session.userId));
    return true;
  });

  const isEmpty = asked ? !code.trim() : !username.trim() || !password;
  const submit = async (isPasskey: boolean) => {
    if ((isEmpty && !isPasskey) || isBusy) return;
    setError('');
    const outcome = await send({ username: username.trim(), password }, isPasskey);
    if ('session' in outcome) {
      // Nobody goes on with a session that was begun for a dialog which was closed meanwhile.
      if (!(await goOn(outcome.session))) void endReplaced(outcome.session.token);
    } else setError(outcome.problem?.message ?? '');
  };
  return (
    <PasswordDialog
      title={words.again}
      note={words.endedHere}
      label={words.password}
      password={password}
      error={error}
      signIn={signIn}
      data-autofocus={username ? true : undefined}
      className="sign-in-again"
      action={
        <WaitingButton type="submit" variant="filled" isWaiting={isBusy}>
          {words.signIn}
        </WaitingButton>
      }
      onChange={setPassword}
      onTyped={() => setError('')}
      onSubmit={submit}
      onClose={close}
    >
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
    </PasswordDialog>
  );
}
