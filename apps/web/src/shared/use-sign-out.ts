import { useDispatch, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOGIN } from './links.js';
import { logOut } from './log-out.js';
import { notifyFailed } from './notices.js';
import { sessionToken, signedOut } from './session.js';
import { portalTexts } from './texts/portal-texts.js';

/** Forgets the token and the role, shows the sign-in screen (rule 10.2), and ends the session on the server. */
export function useSignOut(): () => void {
  const dispatch = useDispatch();
  const store = useStore();
  const navigate = useNavigate();
  return () => {
    const token = sessionToken(store.getState());
    dispatch(signedOut());
    void navigate(LOGIN);
    if (token) void logOut(token).then((isTold) => isTold || notifyFailed(portalTexts.login.notTold));
  };
}
