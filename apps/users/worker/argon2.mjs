// Runs in the threads that `passwords.ts` starts. It is plain JavaScript beside the sources, so that tests and the built
// service start the same file.
import { hashSync, verifySync } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, which is this library's default: 19 MiB, two passes. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @param {string} password */
export const hash = (password) => hashSync(password, OPTIONS);

/** @param {{ passwordHash: string, password: string }} asked */
export function verify({ passwordHash, password }) {
  try {
    return verifySync(passwordHash, password);
  } catch {
    // The text isn't an argon2 hash.
    return false;
  }
}
