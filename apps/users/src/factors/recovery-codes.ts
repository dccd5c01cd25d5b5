import { createHash, randomInt } from 'node:crypto';
import { limits } from '@sarafa/contracts';
import { plainCode } from './totp.js';

/** Without letters and digits that look alike on paper. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 118 bits: so many that a plain hash is as good as a slow one (OWASP ASVS 6.5.2). */
const LENGTH = 24;
const GROUPS = /.{6}(?=.)/g;

/** Codes for when the authenticator app is lost, as people read them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.secondStep.recoveryCodes }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replaceAll(GROUPS, '$&-');
  });
}

/** What is stored of a code. */
export function recoveryHash(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('base64url');
}
