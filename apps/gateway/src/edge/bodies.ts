import { AppError, texts } from '@sarafa/contracts';
import { requireUtf8Escapes, requireUtf8Json, textOf } from '@sarafa/server';
import type { FastifyInstance } from 'fastify';

/**
 * Reads bodies other than forms with files. Fastify's own parsers replace bytes that aren't UTF-8 by U+FFFD, and don't say
 * which field they refuse.
 */
export function readBodies(nest: FastifyInstance): void {
  const parseJson = nest.getDefaultJsonParser('error', 'error');
  nest.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer);
    // Many clients name a type where they send nothing.
    if (text.trim() === '') return done(null, undefined);
    let found: { error: Error | null; value?: unknown } = { error: null };
    // The callback is called at once, and an error thrown in it would be taken for a fault of the JSON.
    void parseJson(request, text, (error, value) => (found = { error, value }));
    if (found.error) throw new AppError('INVALID_INPUT', isJson(text) ? texts.errors.forbiddenKey : texts.errors.notJson);
    requireUtf8Json(found.value);
    done(null, found.value);
  });
  nest.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }));
  });
  nest.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) => {
    requireUtf8Escapes((body as Buffer).toString('latin1'));
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
