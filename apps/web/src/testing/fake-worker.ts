import type { FromPulse, ToPulse } from '../features/board/screen/beat-link.js';

/** Stands in for the worker that beats: hears what the page says, and says what the spec wants. */
export class FakeWorker {
  /** All that were started, oldest first. */
  static all: FakeWorker[] = [];
  readonly heard: ToPulse[] = [];
  isEnded = false;
  onmessage: ((event: { data: FromPulse }) => void) | undefined;
  onerror: ((event: { filename?: string }) => void) | undefined;

  constructor() {
    FakeWorker.all.push(this);
  }

  static install(): void {
    FakeWorker.all = [];
    Object.assign(globalThis, { Worker: FakeWorker });
  }

  static get last(): FakeWorker {
    return FakeWorker.all[FakeWorker.all.length - 1]!;
  }

  postMessage(message: ToPulse): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(news: FromPulse): void {
    this.onmessage?.({ data: news });
  }

  /** The ids of the commands that were said to be done. */
  get done(): string[] {
    return this.heard.flatMap((message) => (message.type === 'done' ? message.id : []));
  }
}
