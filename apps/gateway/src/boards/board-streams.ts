import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AppError, heldQuote, limits, marketStatus, type OpenBoards, type Slice } from '@sarafa/contracts';
import { Metrics, SECURITY_HEADERS, StateCache } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressLimit } from '../door/address-limit.js';
import { sendPublicError } from '../http-errors.js';
import { Board } from './board.js';
import { BoardReleases } from './board-releases.js';
import { BoardState, OWN } from './board-state.js';
import { BoardStream } from './board-stream.js';
import { MarketClock } from './market-clock.js';
import { StreamPlaces } from './stream-places.js';

/** Boards told between two turns of the event loop; polls wait for one slice, not for ten thousand writes. */
const SLICE = 100;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-accel-buffering': 'no',
  ...SECURITY_HEADERS,
};

export type StreamRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/** `GET /boards/:id/events`: every change of a shop's board, pushed (rule 7.1). */
@Injectable()
export class BoardStreams {
  private readonly log = new Logger(BoardStreams.name);
  private readonly boards = new Map<string, Board>();
  private openCount = 0;
  private opened = 0;
  private pushes = 0;

  constructor(
    private readonly state: StateCache,
    private readonly boardState: BoardState,
    private readonly limit: AddressLimit,
    private readonly places: StreamPlaces,
    private readonly releases: BoardReleases,
    clock: MarketClock,
    metrics: Metrics,
  ) {
    state.onChange((slice, id) => this.changed(slice, id));
    clock.onChange(() => this.inSlices((board) => board.refreshPrices()));
    metrics.gauge('sarafa_boards_open', 'Open board streams.', () => this.openCount);
    metrics.total('sarafa_board_streams_opened_total', 'Board streams that were opened.', () => this.opened);
    // A plain number, read at each scrape: ten thousand boards are told of one quote.
    metrics.total('sarafa_board_pushes_total', 'Changes written to open board streams.', () => this.pushes);
  }

  /** Answers errors itself: the stream's reply is its own from its first byte. */
  async open(request: StreamRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params;
    if (this.limit.isAbove(request.ip)) return sendPublicError(reply, this.limit.refusal());
    let leave = () => {};
    let unpin: () => void;
    try {
      leave = this.places.take(request.ip);
      await this.boardState.load(id);
      // It has no body, so as a stream it would stay open without a word.
      if (request.method === 'HEAD') {
        leave();
        return reply.headers(HEADERS).send();
      }
      unpin = await this.state.pinAll(OWN, id);
    } catch (error) {
      leave();
      // Boards that there are, are not counted: a whole city may reconnect through one address.
      if (error instanceof AppError && error.code === 'NOT_FOUND') this.limit.allows(request.ip);
      return sendPublicError(reply, error);
    }
    reply.hijack();
    const forget = this.releases.enter(request.query);
    const release = () => {
      leave();
      unpin();
      forget();
    };
    this.attach(id, reply.raw, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS }, release);
    return reply;
  }

  /** How many streams are open here, and of which shops. */
  openBoards(): OpenBoards {
    return { boards: this.openCount, shops: [...this.boards.keys()] };
  }

  private attach(id: string, response: ServerResponse, headers: OutgoingHttpHeaders, release: () => void): void {
    // Who left while state was being asked has no 'close' to come any more.
    if (response.destroyed) return release();
    const stream = new BoardStream(response, headers);
    const board = this.boards.get(id) ?? new Board(id, this.boardState, (streams) => void (this.pushes += streams));
    this.boards.set(id, board);
    this.openCount++;
    this.opened++;
    response.once('close', () => {
      this.openCount--;
      board.remove(stream);
      release();
      if (board.isEmpty && this.boards.get(id) === board) this.boards.delete(id);
    });
    board.add(stream);
    stream.write(this.releases.heartbeat());
  }

  /** Passes may overlap: a board is told only what it wasn't told yet, so the newest value wins and nothing comes twice. */
  private changed(slice: Slice, id: string): void {
    if (OWN.includes(slice)) this.boards.get(id)?.refresh();
    else if (slice === heldQuote) this.inSlices((board) => board.refreshPrices());
    // Boards show the status only by what the clock makes of it.
    else if (slice !== marketStatus) this.inSlices((board) => board.refresh());
  }

  /** A subscription that the clock has ended is noticed here as well. */
  @Interval(limits.heartbeatMs)
  protected beat(): void {
    const heartbeat = this.releases.heartbeat();
    this.inSlices((board) => {
      board.refresh();
      board.write(heartbeat);
    });
  }

  /** What is wrong with one board must not keep the others from being told. */
  private visitSafely(board: Board, visit: (board: Board) => void): void {
    try {
      visit(board);
    } catch (error) {
      this.log.error({ err: error });
    }
  }

  private inSlices(visit: (board: Board) => void): void {
    const run = async () => {
      let told = 0;
      for (const board of this.boards.values()) {
        this.visitSafely(board, visit);
        if (++told % SLICE === 0) await setImmediate();
      }
    };
    run().catch((error: unknown) => this.log.error({ err: error }));
  }
}
