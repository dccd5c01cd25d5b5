import { plainDigits } from '@sarafa/contracts';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Sarafa';
const STEP_S = 30;
/** A phone's clock may be one step off, either way. */
const DRIFT = 1;
/** As long as the hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
function totp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: STEP_S, secret: Secret.fromBase32(secret) });
}

/** A secret in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the app reads as a QR code. */
export function totpUri(secret: string, username: string): string {
  return totp(secret, username).toString();
}

/** The time step that a code is of, and null for a wrong one. */
export function stepOf(secret: string, code: string): number | null {
  if (!isTotpCode(code)) return null;
  const now = Date.now();
  const drift = totp(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return drift === null ? null : Math.floor(now / 1_000 / STEP_S) + drift;
}

/** Whether it looks like a code of an app; otherwise it is a recovery code. */
export function isTotpCode(code: string): boolean {
  return SIX_DIGITS.test(code);
}

/** As people may write a code: with spaces and hyphens, in small letters, and with their own digits. */
export function plainCode(typed: string): string {
  return plainDigits(typed).normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
}
