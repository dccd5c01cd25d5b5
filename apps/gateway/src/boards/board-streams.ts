import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AppError, heldQuote, Id, limits, type OpenBoards, type StateKey } from '@sarafa/contracts';
import { Metrics, SECURITY_HEADERS, StateCache } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicLimit } from '../edge/public-limit.js';
import { sendPublicError } from '../http-errors.js';
import { ScreenStreams } from '../screens/screen-streams.js';
import { Board } from './board.js';
import { BoardReleases } from './board-releases.js';
import { BESIDE_RATES, BoardAnswers, NEEDED, OF_ALL, OWN } from './board-answers.js';
import { StreamSocket } from './stream-socket.js';
import { MarketClock } from './market-clock.js';
import { type StreamPlace, StreamPlaces } from './stream-places.js';

/**
 * How long boards are sent to before polls have their turn, in milliseconds, and after how many boards the time is looked at. A
 * poll waits for a slice at the most; the shorter a slice, the more turns of others the last of 10,000 boards waits for.
 */
const SLICE_MS = 18;
const LOOK_EVERY = 16;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-accel-buffering': 'no',
  ...SECURITY_HEADERS,
};

export type StreamRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** `GET /boards/:id/events`: pushes every change of a shop's board (rule 7.1). */
@Injectable()
export class BoardStreams {
  private readonly log = new Logger(BoardStreams.name);
  private readonly boards = new Map<string, Board>();
  private openCount = 0;
  private opened = 0;
  private pushes = 0;

  constructor(
    private readonly state: StateCache,
    private readonly answers: BoardAnswers,
    private readonly limit: PublicLimit,
    private readonly places: StreamPlaces,
    private readonly releases: BoardReleases,
    private readonly screens: ScreenStreams,
    clock: MarketClock,
    metrics: Metrics,
  ) {
    state.onChange((stateKey, id) => this.changed(stateKey, id));
    clock.onChange(() => this.inSlices((board) => board.refreshPrices()));
    metrics.gauge('sarafa_boards_open', 'Open board streams.', () => this.openCount);
    metrics.total('sarafa_board_streams_opened_total', 'Board streams that were opened.', () => this.opened);
    // A plain number that is read at each scrape, because one quote goes to ten thousand boards.
    metrics.total('sarafa_board_pushes_total', 'Changes written to open board streams.', () => this.pushes);
  }

  /** Answers errors itself: the stream's reply is its own from its first byte. */
  async open(request: StreamRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params;
    if (this.limit.isAbove(request.ip)) return sendPublicError(reply, this.limit.refusal());
    let place: StreamPlace | undefined;
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
    const release = () => {
      leave();
      unpinAll();
      forget();
    };
    const stream = this.attach(id, reply.raw, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS }, release);
    if (stream) place.end = () => stream.end('');
    if (screen && stream) stream.onClose(this.screens.enter(id, screen, stream));
    return reply;
  }

  /** The number of open streams, and their shops. */
  openBoards(): OpenBoards {
    return { boards: this.openCount, shops: [...this.boards.keys()] };
  }

  private attach(
    id: string,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
    release: () => void,
  ): StreamSocket | undefined {
    // The client left while state was being loaded, so its 'close' event has passed already.
    if (response.destroyed) return void release();
    const stream = new StreamSocket(response, headers);
    const board = this.boards.get(id) ?? this.newBoard(id);
    this.boards.set(id, board);
    this.openCount++;
    this.opened++;
    stream.onClose(() => {
      this.openCount--;
      board.remove(stream);
      release();
      if (board.isEmpty && this.boards.get(id) === board) this.boards.delete(id);
    });
    board.add(stream);
    stream.write(this.releases.heartbeat());
    return stream;
  }

  private newBoard(id: string): Board {
    return new Board(id, this.answers, (streams) => void (this.pushes += streams));
  }

  /**
   * Passes over the boards may overlap: a board is sent only what it wasn't sent yet, so the newest value wins and nothing is
   * sent twice.
   */
  private changed(stateKey: StateKey, id: string): void {
    if (OWN.includes(stateKey)) this.boards.get(id)?.refresh();
    else if (stateKey === heldQuote) this.inSlices((board) => board.refreshPrices());
    else if (OF_ALL.includes(stateKey)) this.inSlices((board) => board.refresh());
  }

  /** This also notices subscriptions that have ended by time. */
  @Interval(limits.heartbeatMs)
  protected beat(): void {
    const heartbeat = this.releases.heartbeat();
    this.inSlices((board) => {
      board.refresh();
      board.write(heartbeat);
    });
  }

  /** An error with one board must not keep the others from being updated. */
  private visitSafely(board: Board, visit: (board: Board) => void): void {
    try {
      visit(board);
    } catch (error) {
      this.log.error({ err: error });
    }
  }

  private inSlices(visit: (board: Board) => void): void {
    const run = async () => {
      let [visited, begun] = [0, performance.now()];
      for (const board of this.boards.values()) {
        this.visitSafely(board, visit);
        if (++visited % LOOK_EVERY > 0 || performance.now() - begun < SLICE_MS) continue;
        await setImmediate();
        begun = performance.now();
      }
    };
    run().catch((error: unknown) => this.log.error({ err: error }));
  }
}
