import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, get } from 'node:http';
import { createParser } from 'eventsource-parser';

export interface BoardEvent {
  event: string;
  data: unknown;
  id?: string;
  /** When the event was read, by `Date.now()`. */
  at: number;
}

/** A board's event stream, as a board reads it. */
export class EventStream {
  /** All events so far, oldest first. */
  readonly events: BoardEvent[] = [];
  isOpen = true;
  private unread = 0;
  private readonly news = new EventEmitter<{ news: [] }>();
  private readonly parser = createParser({
    onEvent: ({ event = 'message', data, id }) => {
      this.events.push({ event, data: JSON.parse(data), ...(id === undefined ? {} : { id }), at: Date.now() });
    },
  });

  static async open(url: string, headers: OutgoingHttpHeaders = {}): Promise<EventStream> {
    const request = get(url, { agent: false, headers: { accept: 'text/event-stream', ...headers } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`${url} answered ${response.statusCode}`);
    }
    return new EventStream(response);
  }

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (text: string) => this.read(text));
    // A server that is killed resets the connection, which for a board is merely the end of the stream.
    response.on('error', () => {});
    response.once('close', () => {
      this.isOpen = false;
      this.news.emit('news');
    });
  }

  /** The next event with this name, which may have arrived already. Events before it are skipped. */
  async next(name: string, timeoutMs = 30_000): Promise<BoardEvent> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      while (this.unread < this.events.length) {
        const event = this.events[this.unread++]!;
        if (event.event === name) return event;
      }
      const left = end - performance.now();
      if (left <= 0) throw new Error(`No ${name} within ${timeoutMs} ms`);
      if (!this.isOpen) throw new Error(`No ${name}: the stream has ended`);
      await once(this.news, 'news', { signal: AbortSignal.timeout(Math.ceil(left)) }).catch(() => undefined);
    }
  }

  /** The events that came after the first `count`: `const before = stream.events.length; ...; stream.since(before)`. */
  since(count: number, name?: string): BoardEvent[] {
    return this.events.slice(count).filter(({ event }) => name === undefined || event === name);
  }

  close(): void {
    this.response.destroy();
  }

  private read(text: string): void {
    this.parser.feed(text);
    this.news.emit('news');
  }
}
