import { setImmediate } from 'node:timers/promises';
import { tickQuote, limits, type OpenBoards, type StateKey } from '@sarafa/contracts';
import { Metrics, StateCache } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Board } from './board.js';
import { BoardAnswers, OF_ALL, OWN } from './board-answers.js';
import { BoardReleases } from './board-releases.js';
import { MarketClock } from './market-clock.js';
import type { StreamSocket } from './stream-socket.js';

/**
 * How long boards are sent to before polls have their turn, in milliseconds, and after how many boards the time is looked at. A
 * poll waits for a slice at the most; the shorter a slice, the more turns of others the last of 10,000 boards waits for.
 */
const SLICE_MS = 18;
const LOOK_EVERY = 16;

/** All boards with an open stream. Each is told what has changed of it. */
@Injectable()
export class BoardFanOut {
  private readonly log = new Logger(BoardFanOut.name);
  private readonly boards = new Map<string, Board>();
  private openCount = 0;
  private opened = 0;
  private pushes = 0;

  constructor(
    private readonly answers: BoardAnswers,
    private readonly releases: BoardReleases,
    state: StateCache,
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

  /** The number of open streams, and their shops. */
  openBoards(): OpenBoards {
    return { boards: this.openCount, shops: [...this.boards.keys()] };
  }

  /** From now on, until it is closed, the stream is sent what changes of the shop's board. */
  add(id: string, stream: StreamSocket): void {
    const board = this.boards.get(id) ?? this.newBoard(id);
    this.boards.set(id, board);
    this.openCount++;
    this.opened++;
    stream.onClose(() => {
      this.openCount--;
      board.remove(stream);
      if (board.isEmpty && this.boards.get(id) === board) this.boards.delete(id);
    });
    board.add(stream);
    stream.write(this.releases.heartbeat());
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
    else if (stateKey === tickQuote) this.inSlices((board) => board.refreshPrices());
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
