import { z } from 'zod';

export const ErrorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/**
 * The answer of a failed HTTP request of any release, which may have other codes. Boards have this one alone, so that the list of
 * codes is none of what they load.
 */
export const ReleasedError = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.array(ErrorDetail).optional(),
});
