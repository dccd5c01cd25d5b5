import { useDispatch, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOGIN } from './links.js';
import { logOut } from './log-out.js';
import { notifyFailed } from './notices.js';
import { sessionToken, signedOut } from './session.js';
import { portalTexts } from './texts/portal-texts.js';

/** Forgets the token and the role, and ends the session on the server. */
export function useEndSession(): () => void {
  const dispatch = useDispatch();
  const store = useStore();
  return () => {
    const token = sessionToken(store.getState());
    dispatch(signedOut());
    if (token) void logOut(token).then((isTold) => isTold || notifyFailed(portalTexts.login.notTold));
  };
}

/** Ends the session, and shows the sign-in screen (rule 10.2). */
export function useSignOut(): () => void {
  const end = useEndSession();
  const navigate = useNavigate();
  return () => {
    end();
    void navigate(LOGIN);
  };
}
