import { useState } from 'react';

const BYTES = 16;

/** What the server knows a repetition by. `crypto.randomUUID` is missing without TLS, and in older browsers. */
export function newRepeatKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One form's key: the same for each try, until `renew` is called, when its thing is made or was refused for good. */
export function useRepeatKey() {
  const [key, setKey] = useState(newRepeatKey);
  return { key, renew: () => setKey(newRepeatKey()) };
}
