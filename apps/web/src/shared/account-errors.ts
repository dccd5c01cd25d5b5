import { serverErrors } from './field-errors.js';
import type { Problem } from './problem.js';

/** Under which field of an account's form the server's refusal belongs. */
export function accountErrors(problem: Problem, labels: Readonly<Record<string, string>>): Record<string, string> {
  switch (problem.code) {
    case 'CONFLICT':
      return { username: problem.message };
    case 'TOO_LARGE':
    case 'WRONG_TYPE':
      return { logo: problem.message };
    default:
      return serverErrors(problem.details, labels);
  }
}
