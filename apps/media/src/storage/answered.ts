/** A connection that has died silently would block its caller, and everything that waits behind the caller, for ever. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Rejects when S3 hasn't answered after `timeoutMs`. */
export function answered<T>(work: Promise<T>, timeoutMs = ANSWER_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), timeoutMs);
  });
  return Promise.race([work, silence]).finally(() => clearTimeout(timer));
}
