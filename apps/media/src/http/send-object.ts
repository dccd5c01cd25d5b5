import { AppError, texts } from '@sarafa/contracts';
import { isKnownTag, SECURITY_HEADERS } from '@sarafa/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Objects } from '../storage/objects.js';

/** A stored file never changes: a new file gets a new name. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  ...SECURITY_HEADERS,
  'access-control-allow-origin': '*',
  // A file that is opened as a page of its own runs no script.
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
};

/** The names of files that everybody may read. No other file is served. */
const KEY =
  /^(?:rate-cards\/[0-9a-f]{24}\/[0-9a-f]{24}\.png|logos\/[0-9a-f]{24}\/[0-9a-f]{24}\.[a-z0-9]{2,5}|ads\/[0-9a-f]{24}\/[0-9a-f]{24}\/(?:image\.webp|video\.(?:mp4|webm|mov)))$/;

/** Sends an object, with byte ranges for videos and a strong ETag. Throws `NOT_FOUND`. */
export async function sendObject(
  objects: Objects,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const object = KEY.test(key) ? await objects.find(key) : undefined;
  if (!object) throw new AppError('NOT_FOUND', texts.errors.noSuchFile);
  const { bytes, etag, type, disposition } = object;
  const headers = { ...HEADERS, etag, 'content-type': type, ...(disposition && { 'content-disposition': disposition }) };
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
  const range = rangeOf(request, bytes, etag);
  if (range === 'outside') {
    // A cache may keep an error too, for as long as the error's headers say, and answer others who ask for the film with it.
    const refused = { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${bytes}` };
    return reply.code(416).headers(refused).send();
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const isHead = request.method === 'HEAD';
  const body = isHead ? undefined : await objects.read(key, first, last - first + 1);
  // The file was removed after it was found.
  if (!isHead && !body) throw new AppError('NOT_FOUND', texts.errors.noSuchFile);
  void reply.headers({ ...headers, 'content-length': last - first + 1 });
  if (range) void reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`);
  return reply.send(body);
}

/** One range of RFC 9110. Several ranges, or a range that can't be read, are answered with the whole file. */
function rangeOf(
  { headers }: FastifyRequest,
  bytes: number,
  etag: string,
): { first: number; last: number } | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
  const condition = headers['if-range'];
  if (!match || (condition && condition !== etag) || (!match[1] && !match[2])) return undefined;
  // A range that ends before it begins is invalid, and is ignored.
  if (match[1] && match[2] && Number(match[1]) > Number(match[2])) return undefined;
  const first = match[1] ? Number(match[1]) : Math.max(0, bytes - Number(match[2]));
  const last = match[1] && match[2] ? Math.min(Number(match[2]), bytes - 1) : bytes - 1;
  return first > last ? 'outside' : { first, last };
}
