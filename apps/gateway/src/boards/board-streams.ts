import type { OutgoingHttpHeaders } from 'node:http';
import { AppError, Id } from '@sarafa/contracts';
import { SECURITY_HEADERS, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Place, StreamPlaces } from '../edge/fair-places.js';
import { PublicLimit } from '../edge/public-limit.js';
import { sendPublicError } from '../http-errors.js';
import { ScreenStreams } from '../screens/screen-streams.js';
import { BESIDE_RATES, BoardAnswers, NEEDED } from './board-answers.js';
import { BoardFanOut } from './board-fan-out.js';
import { BoardReleases } from './board-releases.js';
import { StreamSocket } from './stream-socket.js';

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-accel-buffering': 'no',
  ...SECURITY_HEADERS,
};

export type StreamRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** `GET /boards/:id/events` (rule 7.1): whom a stream is opened for, and what it holds until it ends. */
@Injectable()
export class BoardStreams {
  constructor(
    private readonly state: StateCache,
    private readonly answers: BoardAnswers,
    private readonly fanOut: BoardFanOut,
    private readonly limit: PublicLimit,
    private readonly places: StreamPlaces,
    private readonly releases: BoardReleases,
    private readonly screens: ScreenStreams,
  ) {}

  /** Answers errors itself: the stream's reply is its own from its first byte. */
  async open(request: StreamRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params;
    if (this.limit.isAbove(request.ip)) return sendPublicError(reply, this.limit.refusal());
    let place: Place | undefined;
    const leave = () => place && this.places.leave(place);
    const screen = this.screens.screenIn(request.query);
    let unpin: () => void;
    let unpinLate: (() => void)[] = [];
    let unpinScreens: (() => void) | undefined;
    const pinScreens = async () => screen && (unpinScreens ??= await this.screens.pin(id));
    const isPaired = () => screen !== undefined && this.screens.settingsOf(id, screen) !== undefined;
    try {
      try {
        place = this.places.take(request.ip, isPaired());
      } catch (error) {
        if (!screen || isPaired() || !Id.safeParse(id).success) throw error;
        // It may be a paired screen, which isn't known yet. Looking that up costs what a read costs.
        if (!this.limit.allows(request.ip)) throw this.limit.refusal();
        await pinScreens();
        place = this.places.take(request.ip, isPaired());
      }
      await this.answers.load(id);
      // HEAD has no body, so as a stream it would stay open without a byte.
      if (request.method === 'HEAD') {
        leave();
        unpinScreens?.();
        return reply.headers(HEADERS).send();
      }
      await pinScreens();
      if (isPaired() && !place.isScreen) {
        leave();
        place = this.places.take(request.ip, true);
      }
      // Whether such a screen was removed is asked of its owner, so a stream that names none counts as a read.
      if (screen && !isPaired()) this.limit.allows(request.ip);
      unpin = await this.state.pinAll(NEEDED, id);
      unpinLate = await Promise.all(BESIDE_RATES.map((stateKey) => this.state.pinLate(stateKey, id)));
    } catch (error) {
      leave();
      unpinScreens?.();
      // Streams of existing boards aren't counted: a whole city may reconnect through one address.
      if (error instanceof AppError && error.code === 'NOT_FOUND') this.limit.allows(request.ip);
      return sendPublicError(reply, error);
    }
    const unpinAll = () => {
      unpin();
      unpinLate.forEach((unpinOne) => unpinOne());
      unpinScreens?.();
    };
    // Another one has got the place meanwhile.
    if (place.isGone) {
      unpinAll();
      return sendPublicError(reply, this.places.refusal());
    }
    reply.hijack();
    const forget = this.releases.enter(request.query);
    const leaveAll = () => {
      leave();
      unpinAll();
      forget();
    };
    const stream = StreamSocket.take(reply.raw, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
    // The client may have left while state was being loaded.
    if (!stream) {
      leaveAll();
      return reply;
    }
    // Before the board is asked for its state, which may throw: the place would stay taken.
    stream.onClose(leaveAll);
    this.fanOut.add(id, stream);
    place.end = () => stream.end('');
    if (screen) stream.onClose(this.screens.enter(id, screen, stream));
    return reply;
  }
}
