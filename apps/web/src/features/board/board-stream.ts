import { boardEvents, type BoardEventName, limits } from '@sarafa/contracts';
import { releaseQuery } from './own-release.js';
import { Stopwatch } from './stopwatch.js';

interface StreamHandlers {
  /** `data` is parsed JSON that no contract has checked yet. */
  event(name: BoardEventName, data: unknown): void;
  /** The connection no longer works and is closed. Called once. */
  down(): void;
}

export interface OpenStream {
  /** Closes a connection that has been silent for too long. Has to be called all the time. */
  look(): void;
  close(): void;
}

/** Two missed heartbeats, and a little more (rule 7.2). */
export const SILENCE_MS = limits.heartbeatMs * 2 + 5_000;
const FIRST_EVENT_MS = 8_000;

/**
 * One connection to a board's events. The browser's own reconnecting isn't used, because it knows neither heartbeats nor
 * back-off.
 */
export function openBoardStream(id: string, handlers: StreamHandlers): OpenStream {
  const source = new EventSource(`/boards/${id}/events${releaseQuery()}`);
  const silence = new Stopwatch();
  let limit = FIRST_EVENT_MS;

  const close = () => source.close();
  const down = () => {
    close();
    handlers.down();
  };
  const look = () => {
    if (silence.ms > limit) down();
  };
  source.onerror = down;
  for (const name of Object.keys(boardEvents) as BoardEventName[]) {
    source.addEventListener(name, (event) => {
      // After a sleep the first data may have waited in the connection for any time. A new connection begins with the whole
      // state.
      if (silence.ms > limit) return down();
      silence.restart();
      limit = SILENCE_MS;
      handlers.event(name, parseJson((event as MessageEvent<string>).data));
    });
  }
  return { look, close };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
