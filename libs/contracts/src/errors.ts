import { z } from 'zod';
import { SecondStepAsked } from './factors.js';
import { ErrorDetail, ReleasedError } from './released-errors.js';

export const ErrorCode = z.enum([
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'SECOND_FACTOR_NEEDED',
  'FORBIDDEN',
  'FRESH_SIGN_IN_NEEDED',
  'CURRENT_PASSWORD_NEEDED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'TIMEOUT',
  'TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'WRONG_TYPE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'INTERNAL',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The status of each error code (rule 1.6); of several with one status the last is what the status alone says. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  SECOND_FACTOR_NEEDED: 401,
  UNAUTHENTICATED: 401,
  FRESH_SIGN_IN_NEEDED: 403,
  CURRENT_PASSWORD_NEEDED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** An error as it travels over the bus. The text of a crash is never part of it. */
export const WireError = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.array(ErrorDetail).optional(),
  retryAfterSeconds: z.int().positive().optional(),
  asked: SecondStepAsked.optional(),
});
export type WireError = z.infer<typeof WireError>;

/** The answer of every failed HTTP request (rule 1.5). */
export const HttpError = ReleasedError.extend({ code: ErrorCode, ...SecondStepAsked.partial().shape });
export type HttpError = z.infer<typeof HttpError>;

/** The only error that services throw on purpose. `message` is for people (rule 1.5). */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    /** When to try again, for `TOO_MANY_REQUESTS` and `UNAVAILABLE`. */
    readonly retryAfterSeconds?: number,
    /** With what to go on, for `SECOND_FACTOR_NEEDED`. Only callers who know the code are told it. */
    readonly asked?: SecondStepAsked,
  ) {
    super(message);
  }
}

/** The one shape of an error on HTTP (rule 1.5). What is wrong with the input as a whole has no path. */
export function httpError({ code, message, details, asked }: AppError, requestId: string): HttpError {
  const told = details ?? (code === 'INVALID_INPUT' ? [{ path: '', message }] : undefined);
  return { statusCode: HTTP_STATUS[code], code, message, requestId, ...(told && { details: told }), ...asked };
}

/** The parsed input. Throws `INVALID_INPUT` with a detail for each fault. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError(
    'INVALID_INPUT',
    details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
    details,
  );
}
