import type { BoardEventName, ScreenEventName } from '@sarafa/contracts';

/** A Server-Sent Event as it is sent. `json` is ASCII on one line, so the frame is ASCII too. */
export function eventFrame(event: BoardEventName | ScreenEventName, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}
