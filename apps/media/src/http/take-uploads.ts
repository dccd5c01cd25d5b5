import { texts, type UploadedAdvertisement } from '@sarafa/contracts';
import {
  asAppError,
  CALLER_HEADER,
  callerHeader,
  type Metrics,
  ownUserId,
  readCaller,
  requestOf,
  type Session,
  type Sessions,
  withRequest,
} from '@sarafa/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UPLOAD } from '../advertisements/advertisements.repository.js';
import type { UploadsService } from '../uploads/uploads.service.js';

type Request = FastifyRequest & { session?: Session };

/** `POST /advertisements`: a form with one file. Nothing of the form is read before the token is checked. */
export function takeUploads(fastify: FastifyInstance, sessions: Sessions, uploads: UploadsService, metrics: Metrics): void {
  const ended = metrics.counter({
    name: 'sarafa_uploads_total',
    help: 'Uploads of signed-in shops, by their outcome: ok, or the error they were refused with.',
    labelNames: ['outcome'],
  });
  const bytes = metrics.counter({
    name: 'sarafa_upload_bytes_total',
    help: 'Bytes of files that became ads, as they were sent.',
  });
  const take = async (userId: string, request: FastifyRequest) => {
    try {
      const advertisement = await uploads.take(userId, request.raw);
      ended.inc({ outcome: 'ok' });
      bytes.inc(advertisement.size);
      return advertisement;
    } catch (error) {
      ended.inc({ outcome: asAppError(error).code });
      throw error;
    }
  };
  void fastify.register(async (ads) => {
    // The form goes to its reader as a stream, whatever its content type, so that every fault gets an error message for people.
    ads.removeAllContentTypeParsers();
    ads.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const onRequest = async (request: Request) => {
      request.session = await sessions.of(request.headers.authorization);
      ownUserId(request.session.actor);
    };
    ads.post('/advertisements', { onRequest }, async (request: Request, reply) => {
      const { actor, username } = request.session!;
      const userId = ownUserId(actor);
      const given = { ...requestOf(request), caller: callerOf(request, username), call: { subject: UPLOAD, actor } };
      const advertisement = await withRequest(given, () => take(userId, request));
      const answer: UploadedAdvertisement = { message: texts.uploads.stored, advertisement };
      return reply.code(201).send(answer);
    });
  });
}

/** What the gateway says of who sends, but for the name, which is the token's. */
function callerOf({ headers }: FastifyRequest, username: string): string {
  const said = headers[CALLER_HEADER];
  const caller = typeof said === 'string' ? readCaller(said) : undefined;
  return callerHeader({ device: '', address: '', ...caller, username });
}
