import { type ClientRequest, get } from 'node:http';
import { createParser } from 'eventsource-parser';

export interface LastingStreamOptions {
  /** Milliseconds until the next attempt, after `failures` in a row. */
  delayMs(failures: number): number;
  /** A connection on which nothing comes for this long at first counts as failed. */
  readonly firstEventMs: number;
  /** The same later on. The server sends a heartbeat every 15 s. */
  readonly silenceMs: number;
  /** Called with the data as text, because many streams together have no time to parse it. */
  onEvent(event: string, data: string): void;
  /** Called when a connection has ended. */
  onEnd?(): void;
}

/** A board's event stream that opens itself again whenever it ends, as the board's page does. */
export class LastingStream {
  /** Whether something has come on the present connection. */
  isOpen = false;
  /** When something came last, by `performance.now()`. */
  heardAt = performance.now();
  private failures = 0;
  private isClosed = false;
  private request!: ClientRequest;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly options: LastingStreamOptions,
  ) {
    this.open();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.request.destroy();
  }

  private open(): void {
    const request = get(this.url, { agent: false, headers: { accept: 'text/event-stream' } });
    this.request = request;
    this.endAfter(this.options.firstEventMs);
    request.once('response', (response) => {
      if (response.statusCode !== 200) return void response.destroy();
      const parser = createParser({ onEvent: ({ event = 'message', data }) => this.options.onEvent(event, data) });
      response.setEncoding('utf8').on('data', (text: string) => {
        if (this.isOpen) this.timer?.refresh();
        else this.endAfter(this.options.silenceMs);
        this.isOpen = true;
        this.failures = 0;
        this.heardAt = performance.now();
        parser.feed(text);
      });
      response.on('error', () => {});
    });
    request.on('error', () => {}).once('close', () => this.again());
  }

  private endAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.request.destroy(), ms);
  }

  private again(): void {
    clearTimeout(this.timer);
    this.isOpen = false;
    this.options.onEnd?.();
    if (!this.isClosed) this.timer = setTimeout(() => this.open(), this.options.delayMs(this.failures++));
  }
}
