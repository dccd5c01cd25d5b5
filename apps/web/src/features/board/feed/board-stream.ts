import { boardEvents, type BoardEventName, boardLimits } from '@sarafa/contracts';
import { streamQuery } from '../release/own-release.js';
import { Stopwatch } from './stopwatch.js';

interface StreamHandlers {
  /** `data` is parsed JSON that no contract has checked yet. */
  event(name: BoardEventName, data: unknown): void;
  /** The connection no longer works and is closed. Called once. */
  down(): void;
}

/** The paired screen that a board is on, and what its stream says to it alone (rule 14.5). */
export interface ScreenLink {
  readonly id: string;
  readonly events: readonly string[];
  /** `data` is parsed JSON that no contract has checked yet. */
  take(name: string, data: unknown): void;
}

export interface OpenStream {
  /** Closes a connection that has been silent for too long. Has to be called all the time. */
  look(): void;
  close(): void;
}

/** Two missed heartbeats, and a little more (rule 7.2). */
export const SILENCE_MS = boardLimits.heartbeatMs * 2 + 5_000;
const FIRST_EVENT_MS = 8_000;

/**
 * One connection to a board's events. The browser's own reconnecting isn't used, because it knows neither heartbeats nor
 * back-off.
 */
export function openBoardStream(id: string, handlers: StreamHandlers, screen?: ScreenLink): OpenStream {
  const source = new EventSource(`/boards/${id}/events${streamQuery(screen?.id)}`);
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
  const listen = (name: string, take: (data: unknown) => void) =>
    source.addEventListener(name, (event) => {
      // After a sleep the first data may have waited in the connection for any time. A new connection begins with the whole
      // state.
      if (silence.ms > limit) return down();
      silence.restart();
      limit = SILENCE_MS;
      take(parseJson((event as MessageEvent<string>).data));
    });
  for (const name of Object.keys(boardEvents) as BoardEventName[]) listen(name, (data) => handlers.event(name, data));
  screen?.events.forEach((name) => listen(name, (data) => screen.take(name, data)));
  return { look, close };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
