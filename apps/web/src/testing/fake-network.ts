import { SHOP_ID } from './fixtures.js';

/** `age` is the answer's header, in seconds. */
type Reply = { status: number; body: unknown; age?: string } | 'no answer' | 'not ours';

/** Imitates the network of a board: an HTTP server that answers by path, and event streams. */
export class FakeNetwork {
  /** Replies by path without the query. Other paths are not answered. */
  replies = new Map<string, Reply>();
  readonly asked: string[] = [];
  /** The same with their queries. */
  readonly addresses: string[] = [];
  /** Addresses whose answers the browser may keep. */
  readonly cached: string[] = [];
  private readonly held = new Map<string, Promise<void>>();
  readonly streams: FakeStream[] = [];
  /** The header of all answers; none for a spec that knows of no time. */
  date: string | undefined;

  install(): void {
    Object.assign(globalThis, {
      fetch: (path: string, { signal, cache }: RequestInit = {}) => {
        if (cache !== 'no-store') this.cached.push(path);
        return this.fetch(path, signal ?? undefined);
      },
      EventSource: this.eventSource(),
    });
  }

  reply(path: string, body: unknown, status = 200): void {
    this.replies.set(path.replace(':id', SHOP_ID), { status, body });
  }

  refuse(path: string, status: number, code: string): void {
    this.reply(path, { statusCode: status, code, message: 'refused', requestId: 'r' }, status);
  }

  /** Holds answers to `path` back until the returned function is called. */
  hold(path: string): () => void {
    let release = () => undefined as void;
    this.held.set(path.replace(':id', SHOP_ID), new Promise((resolve) => (release = resolve)));
    return () => release();
  }

  /** Cuts the network off. */
  cut(): void {
    this.replies.clear();
    this.streams.forEach((stream) => stream.fail());
  }

  get stream(): FakeStream {
    return this.streams[this.streams.length - 1]!;
  }

  askedFor(path: string): number {
    return this.asked.filter((asked) => asked === path.replace(':id', SHOP_ID)).length;
  }

  private async fetch(path: string, signal?: AbortSignal): Promise<unknown> {
    const [bare = ''] = path.split('?');
    this.asked.push(bare);
    this.addresses.push(path);
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
    await Promise.race([this.held.get(bare), aborted]);
    const reply = this.replies.get(bare) ?? 'no answer';
    if (reply === 'no answer') throw new TypeError('Failed to fetch');
    if (reply === 'not ours')
      return { status: 200, headers: { get: () => null }, json: () => Promise.reject(new SyntaxError('<!doctype')) };
    const said: Record<string, string | undefined> = { age: reply.age, date: this.date };
    const get = (name: string) => said[name] ?? null;
    return { status: reply.status, headers: { get }, json: async () => reply.body };
  }

  private eventSource() {
    const { streams } = this;
    return class extends FakeStream {
      constructor(url: string) {
        super(url);
        streams.push(this);
      }
    };
  }
}

export class FakeStream {
  onerror: (() => void) | undefined;
  isClosed = false;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {}

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(name, listener);
  }

  close(): void {
    this.isClosed = true;
  }

  send(name: string, data: unknown): void {
    if (!this.isClosed) this.listeners.get(name)?.({ data: JSON.stringify(data) });
  }

  fail(): void {
    if (!this.isClosed) this.onerror?.();
  }
}
