import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, texts } from '@sarafa/contracts';
import { notUtf8 } from '@sarafa/server';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

/** The name of the form's field (rule 6.4). */
const FIELD = 'advertisement';
const LIMITS = { files: 2, fields: 50, fieldSize: 10_000, parts: 60, headerPairs: 50, headerSize: 16_384 };
/** The head of a part, which contains the file's name, is within this many bytes before the file. */
const HEAD_BYTES = LIMITS.headerSize + 1_024;
/**
 * How much of a part busboy keeps before it waits for a reader: more than a socket gives at once. busboy drops a part without a
 * name, but would wait for that part's reader for good.
 */
const PART_BYTES = 131_072;
/** How often the sender's silence is measured within the longest allowed silence. */
const LOOKS = 4;
const MAX_NAME = 255;
/** How browsers escape characters that the head of a part can't contain (HTML standard, multipart/form-data encoding). */
const ESCAPED = [
  ['%22', '"'],
  ['%0D', ''],
  ['%0A', ''],
] as const;
const UNNAMED = 'Untitled';

const { uploads } = texts;

export interface SentFile {
  /** The file's name as its owner wrote it, for people to read. */
  readonly name: string;
  /** False where no file was selected: a plain form of HTML sends its field all the same, without a name. */
  readonly isNamed: boolean;
  readonly bytes: Readable;
}

/**
 * Hands the one file of a form to `take` while the file is still being received, and resolves with the result of `take` once
 * the whole form has been received. Other fields are dropped. Throws `INVALID_INPUT` for a second file, for a missing one, and
 * for a form that is cut off; `take` sees that as an error of its stream. A form counts as cut off after `silenceMs` without a
 * byte.
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
      // The reader of the stream handles the error. Without any listener the error would end the process.
      bytes.on('error', () => undefined);
      if (field !== FIELD || taken) return refuse(uploads.oneFile);
      request.off('data', keepHead);
      // busboy replaces bytes that aren't UTF-8 by U+FFFD. A name that really contains this character has the character's bytes
      // in the head.
      if (name?.includes('\ufffd') && !head.includes(name)) return reject(notUtf8());
      taken = take({ name: cleanName(name), isNamed: Boolean(name), bytes });
      taken.catch(reject);
    });
    for (const limit of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const) form.once(limit, () => refuse(uploads.oneFile));
    form.once('finish', resolve).on('error', () => refuse(uploads.cutOff));
    request.once('close', () => request.complete || refuse(uploads.cutOff)).once('error', () => refuse(uploads.cutOff));
    let receivedAt = performance.now();
    const received = () => void (receivedAt = performance.now());
    timer = setInterval(() => {
      const isOurs = request.complete || form.writableNeedDrain;
      // A sender that waits until we read on isn't silent.
      if (isOurs && files.some((bytes) => !bytes.readableEnded && !bytes.destroyed)) return received();
      if (performance.now() - receivedAt >= silenceMs) refuse(uploads.cutOff);
    }, silenceMs / LOOKS);
    request.on('data', keepHead);
    request.on('data', received);
    // A closed request has no more events, and what hasn't been read of it is lost, though all of it may have come.
    if (request.destroyed) refuse(uploads.cutOff);
  });
  request.pipe(form);
  try {
    await whole;
    if (!taken) throw new AppError('INVALID_INPUT', uploads.nothingSelected);
    return await taken;
  } catch (error) {
    for (const bytes of files) bytes.destroy(error as Error);
    // `take` has to release what it holds before the answer is given.
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
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS, fileHwm: PART_BYTES });
  } catch {
    throw new AppError('INVALID_INPUT', uploads.nothingSelected);
  }
}

/** The name on one line, without characters that reverse or hide text. */
function cleanName(name = ''): string {
  const plain = ESCAPED.reduce((text, [escape, sign]) => text.replaceAll(escape, sign), name)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')
    .trim();
  return [...plain].slice(0, MAX_NAME).join('').trim() || UNNAMED;
}
