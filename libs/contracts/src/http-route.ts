import type { z } from 'zod';
import type { Role } from './common.js';
import type { ErrorCode } from './errors.js';

/** A route of the public door, as its documentation tells it. */
export interface HttpRoute {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path parameters in braces: `/prices/user/{id}`. Answers below `/api` as well (rule 1.1). */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: readonly Role[];
  /** The body; JSON, or a form with `file` beside these fields. */
  readonly input?: z.ZodType;
  /** The parameters behind the question mark. */
  readonly query?: z.ZodType;
  /** The field of a form's file. */
  readonly file?: string;
  /** Takes an `Idempotency-Key`. */
  readonly isRepeatable?: true;
  /** 200 when left out. */
  readonly status?: 201;
  readonly output: z.ZodType;
  /** The media type of `output`; JSON when left out. */
  readonly mediaType?: string;
  readonly errors: readonly ErrorCode[];
}
