/** Whoever is slower than that is asked again later. */
const TIMEOUT_MS = 10_000;

/** Besides those that are busy: push services refuse a signature of a clock that is wrong by half a day. */
const LATER = [401, 403, 408, 429];

/** `retry` where the receiver may take it later: it was away, busy or broken. */
export type PostResult = 'sent' | 'retry' | 'refused';

/** Sends a message once. Redirections aren't followed, since they would lead to addresses that nobody has allowed. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: Buffer | string,
): Promise<{ result: PostResult; status?: number; fault?: string }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = typeof body === 'string' ? body : new Uint8Array(body);
    const response = await fetch(url, { method: 'POST', headers, body: sent, redirect: 'manual', signal });
    await response.body?.cancel();
    const { ok, status } = response;
    if (ok) return { result: 'sent', status };
    return { result: status >= 500 || LATER.includes(status) ? 'retry' : 'refused', status };
  } catch (error) {
    // Node's code of a connection that can't be made, or of a certificate that isn't good.
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { result: 'retry', fault: cause?.code ?? name };
  }
}
