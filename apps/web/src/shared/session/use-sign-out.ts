import { useDispatch, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOGIN } from '../links.js';
import { logOut } from './log-out.js';
import { notifyFailed } from '../notices.js';
import { keptSession, sessionOf, signedOut } from './session.js';
import { portalTexts } from '../texts/portal-texts.js';

/** Forgets the token and the role, and ends the session on the server. */
export function useEndSession(): () => void {
  const dispatch = useDispatch();
  const store = useStore();
  return () => {
    const current = sessionOf(store.getState());
    // Another tab may have renewed the session of this account, and this one not have heard of it yet.
    const kept = keptSession();
    const tokens = new Set([current?.token, kept?.userId === current?.userId ? kept?.token : undefined]);
    dispatch(signedOut());
    const told = [...tokens].filter((token) => token !== undefined).map(logOut);
    void Promise.all(told).then((are) => are.every(Boolean) || notifyFailed(portalTexts.login.notTold));
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
