import { boardEvents, type BoardEventName, limits } from '@sarafa/contracts';
import { releaseQuery } from './own-release.js';

interface StreamHandlers {
  /** `data` is parsed JSON, not yet judged. */
  event(name: BoardEventName, data: unknown): void;
  /** The connection is of no use any more and is closed; `isSilent` when it broke without a word. Called once. */
  down(isSilent: boolean): void;
}

export interface OpenStream {
  close(): void;
}

/** Two heartbeats missed, and a little (rulings 7). */
const SILENCE_MS = limits.heartbeatMs * 2 + 5_000;
const FIRST_EVENT_MS = 8_000;
const WATCH_MS = 1_000;

/** One connection to a board's events. The browser's own reconnecting is not used: it knows neither heartbeats nor back-off. */
export function openBoardStream(id: string, handlers: StreamHandlers): OpenStream {
  const source = new EventSource(`/boards/${id}/events${releaseQuery()}`);
  let heard = stopwatch();
  let limit = FIRST_EVENT_MS;

  const close = () => {
    clearInterval(watch);
    source.close();
  };
  const down = (isSilent: boolean) => {
    close();
    handlers.down(isSilent);
  };
  const watch = setInterval(() => {
    if (heard() > limit) down(true);
  }, WATCH_MS);
  source.onerror = () => down(false);
  for (const name of Object.keys(boardEvents) as BoardEventName[]) {
    source.addEventListener(name, (event) => {
      heard = stopwatch();
      limit = SILENCE_MS;
      handlers.event(name, parseJson((event as MessageEvent<string>).data));
    });
  }
  return { close };
}

/** Milliseconds since now by whichever clock counts more: the monotonic one may stand still while a TV sleeps. */
function stopwatch(): () => number {
  const wall = Date.now();
  const steady = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - steady);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
