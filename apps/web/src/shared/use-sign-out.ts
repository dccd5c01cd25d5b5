import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOGIN } from './links.js';
import { signedOut } from './session.js';

/** Spec 4: the token and the role go, and the sign-in screen comes. */
export function useSignOut(): () => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return () => {
    dispatch(signedOut());
    void navigate(LOGIN);
  };
}
