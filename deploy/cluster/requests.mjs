import { caller, mediaFile } from '@sarafa/testing';
import { Fault } from '../local/fault.mjs';

/** A request that takes longer has failed: somebody waits for its answer. */
const ASK_TIMEOUT_MS = 8_000;

/**
 * Who asks the product in time: nobody, or the one that the token belongs to.
 * @returns {{ token: string, call: (method: string, path: string, body?: unknown) => Promise<{ status: number, headers: Headers, body: any }> }}
 */
export const asking = (url, token = undefined) => caller(url, token, { timeoutMs: ASK_TIMEOUT_MS });

/** Signs in with a username and a password. The answer isn't parsed, because it may be that of the release before. */
export async function signIn(url, account) {
  return asking(url, (await told(asking(url), 'post', '/auth/login', account)).token);
}

/**
 * The body of an answer that must not be a refusal.
 * @returns {Promise<any>}
 */
export async function told(who, method, path, sent = undefined) {
  const { status, body } = await who.call(method, path, sent);
  if (status >= 300) throw new Fault(`${method} ${path}: ${status}`, JSON.stringify(body));
  return body;
}

/** Uploads a picture as an ad of the shop. */
export async function uploadAd(shop) {
  const form = new FormData();
  form.set('advertisement', new Blob([mediaFile('picture.png')]), 'picture.png');
  await told(shop, 'post', '/advertisements/upload', form);
}

/** Loads a page or a file as a browser does, `{ status }`. */
export async function page(url) {
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*' }, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  await answer.arrayBuffer();
  return { status: answer.status };
}
