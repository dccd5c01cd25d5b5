import { useDispatch } from 'react-redux';
import { ConfirmPassword } from '../../shared/session/confirm-password.js';
import { freshClosed, useSession } from '../../shared/session/session.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';

/** Asks for the password over the page when a call needs a fresh sign-in. The call is made once more with the new session. */
export function SignInFresh() {
  const { isFreshAsked, ended } = useSession();
  const dispatch = useDispatch();
  // Where the session has ended as well, `SignInAgain` asks for both.
  if (!isFreshAsked || ended === 'asked') return null;
  return <ConfirmPassword note={portalTexts.login.freshNote} onClose={() => dispatch(freshClosed())} />;
}
