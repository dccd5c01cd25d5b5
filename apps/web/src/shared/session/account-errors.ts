import { serverErrors } from '../requests/field-errors.js';
import type { Problem } from '../requests/problem.js';

/** Assigns the server's refusal to a field of the account form. */
export function accountErrors(problem: Problem, labels: Readonly<Record<string, string>>): Record<string, string> {
  switch (problem.code) {
    case 'TOO_LARGE':
    case 'WRONG_TYPE':
      return { logo: problem.message };
    default:
      return serverErrors(problem.details, labels);
  }
}
