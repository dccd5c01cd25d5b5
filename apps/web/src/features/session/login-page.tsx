import { Anchor, Button, Checkbox } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSignInMutation } from '../../shared/api/session.api.js';
import { fieldText } from '../../shared/answers.js';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { REQUIRED } from '../../shared/field-errors.js';
import { focusFirst } from '../../shared/focus-first.js';
import { LanguageSwitch } from '../../shared/language-switch.js';
import { ADMIN, shopDashboardPath } from '../../shared/links.js';
import { useEndPhoneAlarms } from '../../shared/phone-alarms/use-end-phone-alarms.js';
import { NO_ANSWER, problemOf } from '../../shared/problem.js';
import { signedIn, useSession } from '../../shared/session.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { Icon } from '../../shared/ui/icon.js';
import { Password } from '../../shared/ui/password.js';
import { TextField } from '../../shared/ui/text-field.js';
import { useIsNarrow } from '../../shared/ui/use-is-phone.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { returnPath } from './return-path.js';

const { login } = portalTexts;
const required = (label: string, value: string) => (value ? undefined : fieldText(label, REQUIRED));

export function LoginPage({ onHelp }: { onHelp: () => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [failure, setFailure] = useState<{ text: string; reason?: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const [signIn] = useSignInMutation();
  const { current, wasEnded } = useSession();
  const endAlarms = useEndPhoneAlarms();
  // On a narrow page the language switch stands on the film, so it has the colours for a dark background.
  const isNarrow = useIsNarrow();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const wanted = returnPath(useLocation().state);
  const enter = useWhileMounted((session: SignedIn) => {
    dispatch(signedIn(session));
    void navigate(wanted ?? (session.role === 'admin' ? ADMIN : shopDashboardPath(session.userId)));
  });
  const goOn = useWhileMounted(async (session: SignedIn) => {
    // Signing in over another account signs that one out.
    if (current && current.userId !== session.userId) await endAlarms();
    enter(session);
  });

  const faults = { username: required(login.username, username.trim()), password: required(login.password, password) };
  const submit = async (form: HTMLFormElement) => {
    // Enter that is held down sends the form again and again, and each time counts as a try (rule 2.4).
    if (isBusy) return;
    setWasSent(true);
    setFailure(undefined);
    if (faults.username || faults.password) return focusFirst(form, faults);
    setIsBusy(true);
    try {
      await goOn(await signIn({ username: username.trim(), password }).unwrap());
    } catch (error) {
      const { code, message } = problemOf(error);
      // The server's message, else this text (rule 10.3) with the reason for the missing answer below it.
      setFailure(code === NO_ANSWER.code ? { text: login.failed, reason: message } : { text: message });
    } finally {
      setIsBusy(false);
    }
  };
  const alert = failure ?? (wasEnded ? { text: login.ended, reason: undefined } : undefined);

  return (
    <div className="login">
      <title>{`${login.signIn} · ${boardTexts.product}`}</title>
      <main className="login__pane">
        <LanguageSwitch className={isNarrow ? 'login__language btn--on-dark' : 'login__language'} />
        <img className="login__brand" src={lockup} alt={boardTexts.product} />
        <form
          className="login__card"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          <h1>{login.heading}</h1>
          <p className="sub">{login.subtitle}</p>
          {alert && (
            <div className="note note--err" role="alert">
              <Icon name="alert" />
              <span>
                {alert.text}
                {alert.reason && <small>{alert.reason}</small>}
              </span>
            </div>
          )}
          <TextField
            size="lg"
            label={login.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            error={wasSent && faults.username}
            onChange={setUsername}
          />
          <Password
            size="lg"
            label={login.password}
            autoComplete="current-password"
            value={password}
            error={wasSent && faults.password}
            onChange={setPassword}
          />
          <Checkbox className="login__remember" label={login.remember} />
          <Button type="submit" size="lg" fullWidth>
            {login.signIn}
          </Button>
          <div className="rule">
            <span>
              <Icon name="lock" />
              {login.divider}
            </span>
          </div>
          <p className="center">
            <Anchor component="button" type="button" className="link is-chat-opener" onClick={onHelp}>
              {login.help}
            </Anchor>
          </p>
        </form>
      </main>
      <section className="login__art">
        <img src={lockup} alt="" />
        <p className="login__line">{portalTexts.login.motto}</p>
        <small>{portalTexts.login.tagline}</small>
      </section>
      {isBusy && <FullScreenOverlay message={login.busy} />}
    </div>
  );
}
