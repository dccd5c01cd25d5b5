import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { LOGIN } from './links.js';
import { signedOut } from './session.js';

/** Forgets the token and the role, and shows the sign-in screen (rule 10.2). */
export function useSignOut(): () => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return () => {
    dispatch(signedOut());
    void navigate(LOGIN);
  };
}
