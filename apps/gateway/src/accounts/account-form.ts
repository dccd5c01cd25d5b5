import { AppError, limits, portalTexts } from '@sarafa/contracts';
import type { FastifyRequest } from 'fastify';

const LIMITS = { fileSize: limits.logoBytes, files: 1, fields: 50, fieldSize: 10_000, fieldNameSize: 100 };

export interface AccountForm {
  /** As they were sent; parsed by the contract. */
  readonly fields: unknown;
  readonly logo?: Buffer;
}

/** An account's fields, from JSON or from a form with a `logo` file. Throws `TOO_LARGE` and `INVALID_INPUT`. */
export async function readAccountForm(request: FastifyRequest): Promise<AccountForm> {
  if (!request.isMultipart()) return { fields: request.body };
  const fields: [string, unknown][] = [];
  let logo: Buffer | undefined;
  let unexpected: AppError | undefined;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') fields.push([part.fieldname, part.value]);
      else if (part.fieldname === 'logo') logo = await part.toBuffer();
      else {
        unexpected = new AppError('INVALID_INPUT', portalTexts.accounts.fileNotTaken(part.fieldname));
        // Left unread it would hold the connection, and with it whatever is asked on it next.
        part.file.resume();
      }
    }
  } catch (error) {
    throw unexpected ?? readable(error);
  }
  if (unexpected) throw unexpected;
  // A browser sends an empty file for a field in which nothing was chosen.
  return { fields: Object.fromEntries(fields), ...(logo?.length ? { logo } : {}) };
}

function readable(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('TOO_LARGE', portalTexts.accounts.logoTooLarge);
  if (error instanceof AppError) return error;
  // The rest is the form's parser's, whose words are for programmers: too many parts, too early an end, no form at all.
  return new AppError(statusCode === 413 ? 'TOO_LARGE' : 'INVALID_INPUT', portalTexts.accounts.formBroken);
}
