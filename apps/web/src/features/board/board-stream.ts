import { boardEvents, type BoardEventName, limits } from '@sarafa/contracts';
import { releaseQuery } from './own-release.js';
import { Stopwatch } from './stopwatch.js';

interface StreamHandlers {
  /** `data` is parsed JSON, not yet judged. */
  event(name: BoardEventName, data: unknown): void;
  /** The connection is of no use any more and is closed. Called once. */
  down(): void;
}

export interface OpenStream {
  /** Gives up a connection that has said nothing for too long. To be called again and again. */
  look(): void;
  close(): void;
}

/** Two heartbeats missed, and a little (rule 7.2). */
export const SILENCE_MS = limits.heartbeatMs * 2 + 5_000;
const FIRST_EVENT_MS = 8_000;

/** One connection to a board's events. The browser's own reconnecting is not used: it knows neither heartbeats nor back-off. */
export function openBoardStream(id: string, handlers: StreamHandlers): OpenStream {
  const source = new EventSource(`/boards/${id}/events${releaseQuery()}`);
  const heard = new Stopwatch();
  let limit = FIRST_EVENT_MS;

  const close = () => source.close();
  const down = () => {
    close();
    handlers.down();
  };
  const look = () => {
    if (heard.ms > limit) down();
  };
  source.onerror = down;
  for (const name of Object.keys(boardEvents) as BoardEventName[]) {
    source.addEventListener(name, (event) => {
      // After a sleep, what comes first has waited in the connection, nobody knows how long: a new one begins with the whole state.
      if (heard.ms > limit) return down();
      heard.restart();
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
