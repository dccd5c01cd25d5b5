import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, dashboardTexts } from '@sarafa/contracts';
import { notUtf8 } from '@sarafa/server';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

/** The form's field (rule 6.4). */
const FIELD = 'advertisement';
const LIMITS = { files: 2, fields: 50, fieldSize: 10_000, parts: 60, headerPairs: 50, headerSize: 16_384 };
/** A part's head, which names the file, is in so many bytes before what follows it. */
const HEAD_BYTES = LIMITS.headerSize + 1_024;
/** The form's parser comes to a halt at a long part that it passes over, for want of a name; it has so long to go on. */
const HALT_MS = 1_000;
const MAX_NAME = 255;
/** What browsers write for signs that a form's head can't carry (HTML, multipart/form-data encoding). */
const ESCAPED = [
  ['%22', '"'],
  ['%0D', ''],
  ['%0A', ''],
] as const;
const UNNAMED = 'Untitled';

const { upload: texts } = dashboardTexts;

export interface SentFile {
  /** As its owner named it, for people to read. */
  readonly name: string;
  readonly bytes: Readable;
}

/**
 * The one file of a form, handed to `take` while it still comes; resolves with what `take` made of it once the form has come
 * whole. Other fields are dropped. Throws `INVALID_INPUT` for another file, for none, and for a form that is cut off, which
 * `take` learns from its bytes; `silenceMs` without any counts as cut off.
 */
export async function receiveFile<T>(
  request: IncomingMessage,
  silenceMs: number,
  take: (file: SentFile) => Promise<T>,
): Promise<T> {
  const form = formOf(request);
  const files: Readable[] = [];
  let taken: Promise<T> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const whole = new Promise<void>((resolve, reject) => {
    const refuse = (message: string) => reject(new AppError('INVALID_INPUT', message));
    let head = Buffer.alloc(0);
    const keepHead = (chunk: Buffer) => void (head = Buffer.concat([head.subarray(-HEAD_BYTES), chunk]));
    form.on('file', (field: string, bytes: Readable, name: string | undefined) => {
      files.push(bytes);
      // It is told to whoever reads it; unread, it would end the process.
      bytes.on('error', () => undefined);
      if (field !== FIELD || taken) return refuse(texts.oneFile);
      request.off('data', keepHead);
      // The form's parser puts U+FFFD for what is no UTF-8; a name that really has this character came with its bytes.
      if (name?.includes('\ufffd') && !head.includes(name)) return reject(notUtf8());
      taken = take({ name: cleanName(name), bytes });
      taken.catch(reject);
    });
    for (const limit of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const) form.once(limit, () => refuse(texts.oneFile));
    form.once('finish', resolve).on('error', () => refuse(texts.cutOff));
    request.once('close', () => request.complete || refuse(texts.cutOff)).once('error', () => refuse(texts.cutOff));
    let heardAt = Date.now();
    const heard = () => void (heardAt = Date.now());
    timer = setInterval(
      () => {
        const isOurs = request.complete || form.writableNeedDrain;
        // Who waits for us to go on isn't silent.
        if (isOurs && files.some((bytes) => !bytes.readableEnded && !bytes.destroyed)) return heard();
        const silence = Date.now() - heardAt;
        if (isOurs && silence >= HALT_MS) refuse(texts.oneFile);
        else if (silence >= silenceMs) refuse(texts.cutOff);
      },
      Math.min(silenceMs, HALT_MS) / 4,
    );
    request.on('data', keepHead);
    request.on('data', heard);
    if (request.destroyed && !request.complete) refuse(texts.cutOff);
  });
  request.pipe(form);
  try {
    await whole;
    if (!taken) throw new AppError('INVALID_INPUT', texts.nothingSelected);
    return await taken;
  } catch (error) {
    for (const bytes of files) bytes.destroy(error as Error);
    // Whoever takes it lets go before its answer is given.
    await (taken as Promise<T> | undefined)?.catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
    request.unpipe(form);
  }
}

function formOf(request: IncomingMessage): BusboyInstance {
  try {
    if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) throw new Error('no form');
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS });
  } catch {
    throw new AppError('INVALID_INPUT', texts.nothingSelected);
  }
}

/** For people to read, on one line, without what turns or hides text. */
function cleanName(name = ''): string {
  const plain = ESCAPED.reduce((text, [escape, sign]) => text.replaceAll(escape, sign), name)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')
    .trim();
  return [...plain].slice(0, MAX_NAME).join('').trim() || UNNAMED;
}
