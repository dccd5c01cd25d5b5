import { Anchor, Button, Checkbox } from '@mantine/core';
import type { SignedIn } from '@sarafa/contracts';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { fieldText } from '../../shared/requests/answers.js';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { REQUIRED } from '../../shared/requests/field-errors.js';
import { focusFirst } from '../../shared/focus-first.js';
import { LanguageSwitch } from '../../shared/language/language-switch.js';
import { ADMIN, shopDashboardPath } from '../../shared/links.js';
import { endPhoneOfOthers } from '../../shared/kept-phone/kept-phone.js';
import { useEndPhoneAlarms } from '../../shared/kept-phone/use-end-phone-alarms.js';
import { endReplaced } from '../../shared/session/log-out.js';
import { NO_ANSWER } from '../../shared/requests/problem.js';
import { SecondStepFields } from '../../shared/second-step/second-step-fields.js';
import { useSignIn } from '../../shared/second-step/use-sign-in.js';
import { signedIn, useSession } from '../../shared/session/session.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { secondStepTexts } from '../../shared/texts/second-step-texts.js';
import { forgetTyped } from '../../shared/typed.js';
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
  const { send, isBusy: isAsking, asked, autoFocus, code, setCode, back } = useSignIn();
  const [isEntering, setIsEntering] = useState(false);
  const isBusy = isAsking || isEntering;
  const { current, wasEnded } = useSession();
  const endAlarms = useEndPhoneAlarms();
  // On a narrow page the language switch stands on the film, so it has the colours for a dark background.
  const isNarrow = useIsNarrow();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { state: from } = useLocation();
  const enter = useWhileMounted((session: SignedIn) => {
    // The fields stay until the next screen has come, which may load the page anew for that.
    forgetTyped();
    dispatch(signedIn(session));
    const home = session.role === 'admin' ? ADMIN : shopDashboardPath(session.userId);
    // Replaced, so that Back doesn't lead somebody who is signed in to the sign-in.
    void navigate(returnPath(from, session.role) ?? home, { replace: true });
    return true;
  });
  const goOn = useWhileMounted(async (session: SignedIn) => {
    // Signing in over another account signs that one out.
    if (current && current.userId !== session.userId) await endAlarms();
    endPhoneOfOthers(session.userId).catch(() => undefined);
    if (!enter(session)) return false;
    void endReplaced(current?.token);
    return true;
  });

  const faults = { username: required(login.username, username.trim()), password: required(login.password, password) };
  const submit = async (form: HTMLFormElement | null, isPasskey = false) => {
    // Enter that is held down sends the form again and again, and each time counts as a try (rule 2.4).
    if (isBusy) return;
    setWasSent(true);
    setFailure(undefined);
    if (form && (faults.username || faults.password)) return focusFirst(form, faults);
    if (asked && !isPasskey && !code.trim()) return setFailure({ text: fieldText(secondStepTexts.code, REQUIRED) });
    const outcome = await send({ username: username.trim(), password }, isPasskey);
    if ('session' in outcome) {
      setIsEntering(true);
      // Nobody goes on with a session of a page that was left meanwhile.
      if (!(await goOn(outcome.session))) void endReplaced(outcome.session.token);
      return setIsEntering(false);
    }
    if (!outcome.problem) return;
    const { code: reason, message } = outcome.problem;
    // The server's message, else this text (rule 10.3) with the reason for the missing answer below it.
    setFailure(reason === NO_ANSWER.code ? { text: login.failed, reason: message } : { text: message });
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
          {asked ? (
            <SecondStepFields
              size="lg"
              asked={asked}
              code={code}
              error={failure !== undefined && !code}
              onCode={setCode}
              onPasskey={() => void submit(null, true)}
            />
          ) : (
            <>
              <TextField
                size="lg"
                label={login.username}
                name="username"
                autoFocus={autoFocus}
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
            </>
          )}
          <Button type="submit" size="lg" fullWidth>
            {login.signIn}
          </Button>
          {asked && (
            <Button
              className="login__back"
              variant="default"
              fullWidth
              onClick={() => {
                setFailure(undefined);
                back();
              }}
            >
              {secondStepTexts.back}
            </Button>
          )}
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
