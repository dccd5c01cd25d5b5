import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { AppError, limits, texts } from '@sarafa/contracts';
import { notUtf8 } from '@sarafa/server';
import type { MultipartFile } from '@fastify/multipart';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const FIELD_BYTES = 10_000;
const OPTIONS = {
  limits: { fileSize: limits.logoBytes, parts: 51 },
  throwFileSizeLimit: false,
  // Parts are read as streams. With a limit busboy would stop for good at a long part without a name, which it skips.
  fileHwm: Number.MAX_SAFE_INTEGER,
  // Fields are read as bytes too, because busboy would replace bytes that aren't UTF-8 by U+FFFD.
  isPartAFile: () => true,
};

interface AccountForm {
  /** As they were sent. */
  readonly fields: unknown;
  readonly logo?: Buffer;
}

/** A form can be read once, and both of the parameters below ask for a part of it. */
const forms = new WeakMap<FastifyRequest, Promise<AccountForm>>();

function formOf(context: ExecutionContext): Promise<AccountForm> {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const form = forms.get(request) ?? readAccountForm(request);
  forms.set(request, form);
  return form;
}

export async function readFormFields(_: unknown, context: ExecutionContext): Promise<unknown> {
  return (await formOf(context)).fields;
}

export async function readFormLogo(_: unknown, context: ExecutionContext): Promise<Buffer | undefined> {
  return (await formOf(context)).logo;
}

/** An account's fields, from JSON or from a form: `@FormFields({ schema: NewShop })`. Throws `INVALID_INPUT`. */
export const FormFields = createParamDecorator(readFormFields);

/** The `logo` of an account's form. Throws `TOO_LARGE` and `INVALID_INPUT`. */
export const FormLogo = createParamDecorator(readFormLogo);

async function readAccountForm(request: FastifyRequest): Promise<AccountForm> {
  if (!request.isMultipart()) return { fields: request.body };
  const fields: [string, unknown][] = [];
  let logo: Buffer | undefined;
  let fault: AppError | undefined;
  try {
    for await (const part of request.files(OPTIONS)) {
      const isField = part.filename === undefined && part.mimetype !== 'application/octet-stream';
      fault ??= faultOf(part, isField, logo !== undefined);
      if (fault) {
        // An unread file would hold the connection, and with it the next request on this connection.
        part.file.resume();
      } else if (isField) {
        const bytes = await bytesOf(part.file, FIELD_BYTES);
        if (!bytes) fault = new AppError('TOO_LARGE', texts.accounts.formBroken);
        else if (!isUtf8(bytes)) fault = notUtf8();
        else fields.push([part.fieldname, bytes.toString()]);
      } else {
        logo = await bytesOf(part.file, limits.logoBytes);
        if (!logo || part.file.truncated) fault = new AppError('TOO_LARGE', texts.accounts.logoTooLarge);
      }
    }
  } catch (error) {
    throw fault ?? readable(error);
  }
  if (fault) throw fault;
  // A browser sends an empty file for a file field without a choice.
  return { fields: Object.fromEntries(fields), ...(logo?.length ? { logo } : {}) };
}

/** The fault of a part that its head alone shows. */
function faultOf({ fieldname }: MultipartFile, isField: boolean, hasLogo: boolean): AppError | undefined {
  const { fileNotTaken, formBroken } = texts.accounts;
  // A name that wasn't UTF-8. Our field names are ASCII, so a name that really contains this character isn't ours either.
  if (fieldname?.includes('\ufffd')) return notUtf8();
  if (isField) return undefined;
  if (fieldname !== 'logo') return new AppError('INVALID_INPUT', fileNotTaken(fieldname));
  return hasLogo ? new AppError('TOO_LARGE', formBroken) : undefined;
}

/**
 * Undefined when there are more than `most` bytes. The file is read to its end in any case, because the form waits for that.
 */
async function bytesOf(file: Readable, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
  }
  return bytes <= most ? Buffer.concat(chunks) : undefined;
}

function readable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { statusCode } = error as { statusCode?: number };
  // An error of busboy, whose message is for programmers: too many parts, an end that comes too early, or no form at all.
  return new AppError(statusCode === 413 ? 'TOO_LARGE' : 'INVALID_INPUT', texts.accounts.formBroken);
}
