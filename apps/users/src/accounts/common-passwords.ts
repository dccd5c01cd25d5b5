import { limits } from '@sarafa/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const MOST = 10_000;

/** The most common passwords of leaked lists that are long enough, in small letters. */
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= limits.password.min).slice(0, MOST));

/** Whether guessing begins with this password, in whatever spelling. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
