import { AccountRole, Id } from '@sarafa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { kept } from './kept.js';

interface SignedInSession {
  readonly token: string;
  readonly role: AccountRole;
  readonly userId: string;
}
interface Session {
  readonly current: SignedInSession | null;
  /** Whether the server ended the session, which the sign-in screen then says. */
  readonly wasEnded: boolean;
}
/** The part of the store's state that this file needs. */
export interface WithSession {
  readonly session: Session;
}

const signedOutSession: Session = { current: null, wasEnded: false };

const slice = createSlice({
  name: 'session',
  initialState: signedOutSession,
  reducers: {
    signedIn: (_, { payload: { token, role, userId } }: PayloadAction<SignedInSession>) => ({
      current: { token, role, userId },
      wasEnded: false,
    }),
    signedOut: () => signedOutSession,
    sessionEnded: () => ({ current: null, wasEnded: true }),
    restored: (_, { payload }: PayloadAction<SignedInSession | null>) => ({ current: payload, wasEnded: false }),
  },
});

export const sessionReducer = slice.reducer;
export const { signedIn, signedOut, sessionEnded, restored } = slice.actions;

export function useSession(): Session {
  return useSelector((state: WithSession) => state.session);
}

/** The current session; null while nobody is signed in. */
export function sessionOf(state: unknown): SignedInSession | null {
  return (state as WithSession).session.current;
}

/** The token of the current session. */
export function sessionToken(state: unknown): string | undefined {
  return sessionOf(state)?.token;
}

/** The session in local storage (rule 10.2); an unreadable one counts as none. */
export function keptSession(): SignedInSession | null {
  const token = kept.get('token');
  const role = AccountRole.safeParse(kept.get('role'));
  const userId = Id.safeParse(kept.get('userId'));
  return token && role.success && userId.success ? { token, role: role.data, userId: userId.data } : null;
}

/** Where local storage is full or forbidden, the session lasts as long as this page. */
export function keepSession(session: SignedInSession | null): void {
  const names = ['token', 'role', 'userId'] as const;
  if (!session) return names.forEach((name) => kept.remove(name));
  const isKept = names.map((name) => kept.set(name, session[name])).every(Boolean);
  // What was written of it would be a session of two.
  if (!isKept) names.forEach((name) => kept.forget(name));
}
