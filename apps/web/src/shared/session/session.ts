import { AccountRole, Id } from '@sarafa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { kept } from '../kept/kept.js';

interface SignedInSession {
  readonly token: string;
  readonly role: AccountRole;
  readonly userId: string;
}
interface Session {
  readonly current: SignedInSession | null;
  /** Whether the server ended the session before it had shown anything, which the sign-in screen then says. */
  readonly wasEnded: boolean;
  /** Whether a page of the session stands on the screen. The end of the session leaves it there with all that is typed. */
  readonly isShown: boolean;
  /** Whether the server has ended the shown session: then the password is asked for over the page, until that was closed. */
  readonly ended: 'asked' | 'closed' | null;
  /** Whether a call waits for the password, because the server does it only after a fresh sign-in. */
  readonly isFreshAsked: boolean;
}
/** The part of the store's state that this file needs. */
export interface WithSession {
  readonly session: Session;
}

const signedOutSession: Session = {
  current: null,
  wasEnded: false,
  isShown: false,
  ended: null,
  isFreshAsked: false,
};

const slice = createSlice({
  name: 'session',
  initialState: signedOutSession,
  reducers: {
    signedIn: ({ isShown }, { payload: { token, role, userId } }: PayloadAction<SignedInSession>) => ({
      ...signedOutSession,
      current: { token, role, userId },
      isShown,
    }),
    signedOut: () => signedOutSession,
    pageShown: (session) => ({ ...session, isShown: true }),
    sessionEnded: (session) =>
      session.isShown ? { ...session, ended: 'asked' as const } : { ...signedOutSession, wasEnded: true },
    askingClosed: (session) => ({ ...session, ended: 'closed' as const, isFreshAsked: false }),
    freshAsked: (session) => ({ ...session, isFreshAsked: true }),
    freshClosed: (session) => ({ ...session, isFreshAsked: false }),
    restored: ({ isShown }, { payload }: PayloadAction<SignedInSession | null>) =>
      payload ? { ...signedOutSession, current: payload, isShown } : signedOutSession,
  },
});

export const sessionReducer = slice.reducer;
export const { signedIn, signedOut, pageShown, sessionEnded, askingClosed, freshAsked, freshClosed, restored } = slice.actions;

export function useSession(): Session {
  return useSelector((state: WithSession) => state.session);
}

/** The current session; null while nobody is signed in. */
export function sessionOf(state: unknown): SignedInSession | null {
  return (state as WithSession).session.current;
}

/** How the end of the shown session stands; null while it goes on. */
export function sessionEnd(state: unknown): Session['ended'] {
  return (state as WithSession).session.ended;
}

const waiting = new Set<() => void>();

/** Called after each change of the session. */
export function tellWaiting(): void {
  waiting.forEach((look) => look());
}

/**
 * Waits until somebody has signed in again, and answers the new session. Undefined when it is another account's, when that was
 * closed or given up, or when nobody waits any more.
 */
export function renewedSession(getState: () => unknown, signal: AbortSignal): Promise<SignedInSession | undefined> {
  return sessionAfter(sessionOf(getState()), () => sessionEnd(getState()), getState, signal);
}

/** The same after the password was asked for while the session goes on; `before` is the session that wasn't fresh any more. */
export function freshSession(
  before: SignedInSession,
  getState: () => unknown,
  signal: AbortSignal,
): Promise<SignedInSession | undefined> {
  const isAsked = () => ((getState() as WithSession).session.isFreshAsked ? 'asked' : null);
  return sessionAfter(before, isAsked, getState, signal);
}

function sessionAfter(
  before: SignedInSession | null,
  asking: () => Session['ended'],
  getState: () => unknown,
  signal: AbortSignal,
): Promise<SignedInSession | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const [now, end] = [sessionOf(getState()), asking()];
      if (end === 'asked' && now === before && !signal.aborted) return;
      waiting.delete(look);
      const isNew = now !== null && now.token !== before?.token && now.userId === before?.userId;
      resolve(isNew && !end && !signal.aborted ? now : undefined);
    };
    waiting.add(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
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
  if (!isKept) names.forEach((name) => kept.hold(name, session[name]));
}
