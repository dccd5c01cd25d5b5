import { useState } from 'react';

const BYTES = 16;

/** A new idempotency key. `crypto.randomUUID` doesn't exist without TLS and in older browsers. */
export function newRepeatKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The idempotency key of one form: the same for each attempt, until `renew` is called after a success or a final refusal. */
export function useRepeatKey() {
  const [key, setKey] = useState(newRepeatKey);
  return { key, renew: () => setKey(newRepeatKey()) };
}
