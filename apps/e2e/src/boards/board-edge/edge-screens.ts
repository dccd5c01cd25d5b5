import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Beat, type ErrorDetail, REMOVED_SCREEN, type ScreenCommand, type ScreenSettings } from '@sarafa/contracts';
import { SHOP_ID } from './fixtures.js';

const CODES = ['K7M2QX', 'H4WPT9', 'B8RN3C', 'Y6VJ5D'];
const LIFE_MS = 600_000;

export const SCREEN: ScreenSettings = {
  id: 'fedcba9876543210fedcba98',
  name: 'Counter 2',
  layout_orientation: null,
  shows: 'all',
  overscan: 0,
  video_turned: false,
};

/** A beat as it came, and when, by this process's monotonic clock. */
export interface HeardBeat extends Beat {
  readonly token: string;
  readonly heardAt: number;
}

/** Imitates what the product says to one TV: its pairing, its settings and its remote. */
export class EdgeScreens {
  readonly beats: HeardBeat[] = [];
  /** How long codes that are given from now on are good; milliseconds. */
  lifeMs = LIFE_MS;
  /** The status with which pairings are refused. */
  refusal: number | undefined;
  /** What a beat is answered. */
  newToken: string | undefined;
  /** Null before the screen is paired, and once it is removed. */
  settings: ScreenSettings | null = null;
  /** How many streams the screen has opened. Before it has one again, it hears no command. */
  opened = 0;
  private readonly streams = new Set<ServerResponse>();
  private given = 0;
  private open: { secret: string; endsAt: number; isClaimed: boolean } | undefined;

  /** The code that a TV shows now. */
  get code(): string {
    return CODES[(this.given - 1) % CODES.length]!;
  }

  claim(settings: ScreenSettings = SCREEN): void {
    this.settings = settings;
    if (this.open) this.open.isClaimed = true;
  }

  set(changes: Partial<ScreenSettings>): void {
    this.settings = { ...(this.settings ?? SCREEN), ...changes };
    this.tellAll();
  }

  /** By default the screen hears it from its stream at once. */
  remove({ isHeard = true } = {}): void {
    this.settings = null;
    if (isHeard) this.tellAll();
  }

  /** Answers the command's id. */
  command(command: ScreenCommand): string {
    const id = randomUUID();
    for (const stream of this.streams) send(stream, 'command', { id, command });
    return id;
  }

  /** A stream was opened, by a screen or by a board that nobody paired. */
  enter(stream: ServerResponse, screen: string | null): void {
    if (screen !== SCREEN.id) return;
    this.opened++;
    this.streams.add(stream);
    stream.once('close', () => this.streams.delete(stream));
    send(stream, 'screen', { screen: this.settings });
  }

  /** Answers whether the request was one of a screen. */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    if (!path.startsWith('/screens/')) return false;
    const { status, body } = path === '/screens/beats' ? await this.beat(request) : this.pairing(request.method, path);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  }

  private pairing(method: string | undefined, path: string): Reply {
    if (this.refusal) return refused(this.refusal, this.refusal === 429 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE');
    if (method === 'POST') {
      this.given += 1;
      this.open = { secret: randomUUID(), endsAt: Date.now() + this.lifeMs, isClaimed: false };
      const { secret, endsAt } = this.open;
      return { status: 201, body: { code: this.code, secret, expiresAt: new Date(endsAt).toISOString() } };
    }
    const { open } = this;
    if (!open || path !== `/screens/pairings/${open.secret}` || Date.now() > open.endsAt) return refused(404, 'NOT_FOUND');
    if (!open.isClaimed) return { status: 202, body: {} };
    this.open = undefined;
    return { status: 200, body: { token: 'first-token', screen: { ...this.settings, userId: SHOP_ID } } };
  }

  private async beat(request: IncomingMessage): Promise<Reply> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!this.settings) return refused(401, 'UNAUTHENTICATED', [{ path: REMOVED_SCREEN, message: 'Removed' }]);
    const beat = Beat.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    this.beats.push({ ...beat, token, heardAt: performance.now() });
    return { status: 200, body: this.newToken ? { token: this.newToken } : {} };
  }

  private tellAll(): void {
    for (const stream of this.streams) send(stream, 'screen', { screen: this.settings });
  }
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

function refused(statusCode: number, code: string, details?: ErrorDetail[]): Reply {
  return { status: statusCode, body: { statusCode, code, message: 'Refused', requestId: 'none', details } };
}

/** Sends an event to a board. */
export function send(stream: ServerResponse, event: string, data: unknown): void {
  stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
