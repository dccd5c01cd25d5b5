import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountRole, SignedIn } from '@sarafa/contracts';

/** How long what a spec prepares is asked for again while the product tells it to: a busy machine may answer late. */
const PATIENCE_MS = 60_000;
const COME_AGAIN_MS = 1_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if the body is JSON. */
  readonly body: unknown;
}

/** A client of the product's HTTP API. */
export interface Caller {
  readonly token: string | undefined;
  /** A form is sent as it is, any other `body` as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface SignedInCaller extends Caller {
  readonly token: string;
  readonly role: AccountRole;
  readonly userId: string;
}

/** A client without a sign-in, or the one that `token` belongs to; a call that takes longer than `timeoutMs` is rejected. */
export function caller(url: string, token?: string, { timeoutMs }: { readonly timeoutMs?: number } = {}): Caller {
  return {
    token,
    call: async (method, path, body, headers = {}) => {
      const isForm = body instanceof FormData;
      const response = await fetch(url + path, {
        method: method.toUpperCase(),
        headers: {
          ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      });
      const isJson = response.headers.get('content-type')?.includes('json');
      const read: unknown = isJson ? await response.json() : await response.text();
      return { status: response.status, headers: response.headers, body: read };
    },
  };
}

/**
 * Signs in, and does so again where a call needs a fresh sign-in: a spec may take more than five minutes. The last token is that of
 * the caller. Comes again when the product is too busy, and throws when it refuses.
 */
export async function signIn(url: string, username: string, password: string): Promise<SignedInCaller> {
  let session = await newSession(url, username, password);
  return {
    get token() {
      return session.token;
    },
    role: session.role,
    userId: session.userId,
    call: async (...asked) => {
      const answer = await caller(url, session.token).call(...asked);
      const { code } = (answer.body ?? {}) as { code?: unknown };
      if (code !== 'FRESH_SIGN_IN_NEEDED') return answer;
      session = await newSession(url, username, password);
      return caller(url, session.token).call(...asked);
    },
  };
}

async function newSession(url: string, username: string, password: string): Promise<SignedIn> {
  const { status, body } = await comeAgain(() => caller(url).call('post', '/auth/login', { username, password }));
  if (status !== 200) throw new Error(`Sign-in of ${username}: ${status} ${JSON.stringify(body)}`);
  return SignedIn.parse(body);
}

/**
 * Asks again while the product says that it is too busy (503), each time after the pause that it asks for, as a real client does.
 * The result is the first other answer, or the last one when that takes too long.
 */
export async function comeAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const answer = await ask();
    if (answer.status !== 503 || performance.now() > end) return answer;
    await sleep(Number(answer.headers.get('retry-after')) * 1_000 || COME_AGAIN_MS);
  }
}

/** Has an admin make a shop, and signs it in. Comes again when the product is too busy. */
export async function makeShop(
  url: string,
  admin: Caller,
  username: string,
  password = 'password of a shop',
): Promise<SignedInCaller> {
  // The shop of an answer that came too late is made: the key makes it the shop of the next answer.
  const key = { 'idempotency-key': randomUUID() };
  const { status, body } = await comeAgain(() => admin.call('post', '/user/create', { username, password }, key));
  if (status !== 201) throw new Error(`The shop ${username} wasn't made: ${status} ${JSON.stringify(body)}`);
  return signIn(url, username, password);
}
