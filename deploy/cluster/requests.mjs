import { mediaFile } from '@sarafa/testing';
import { Fault } from '../local/fault.mjs';

/** A request that takes longer has failed: somebody waits for its answer. */
const ASK_TIMEOUT_MS = 8_000;

/**
 * Makes one request, `{ status, body }`. A form is sent as it is, any other body as JSON.
 * @param {string} url
 * @param {{ method?: string, token?: string, body?: object }} how
 */
export async function ask(url, { method = 'GET', token, body } = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

/** The body of an answer that must not be a refusal. */
export async function told(url, options) {
  const { status, body } = await ask(url, options);
  if (status >= 300) throw new Fault(`${options?.method ?? 'GET'} ${url}: ${status}`, JSON.stringify(body));
  return body;
}

/** Signs in with a username and a password, and answers the token. */
export async function signIn(url, account) {
  return (await told(`${url}/auth/login`, { method: 'POST', body: account })).token;
}

/** Uploads a picture as an ad of the shop that the token belongs to. */
export async function uploadAd(url, token) {
  const form = new FormData();
  form.set('advertisement', new Blob([mediaFile('picture.png')]), 'picture.png');
  await told(`${url}/advertisements/upload`, { method: 'POST', token, body: form });
}

/** Loads a page or a file as a browser does, `{ status }`. */
export async function page(url) {
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*' }, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  await answer.arrayBuffer();
  return { status: answer.status };
}
