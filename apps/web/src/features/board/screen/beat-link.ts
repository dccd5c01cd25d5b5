import type { Beat } from '@sarafa/contracts';

/** What the page has painted; `still_ms` is how long the film that it plays has stood still. */
export type Painted = Omit<Beat, 'done'>;

/** What the page says to the worker that beats. */
export type ToPulse =
  /** Comes first. */
  | {
      readonly type: 'start';
      readonly token: string;
      readonly everyMs: number;
      readonly id: string;
      /** Undefined where this device can't keep one. */
      readonly secret: string | undefined;
    }
  /** A frame with this was painted just now; `isUp` once the board has left its loading screen. */
  | { readonly type: 'painted'; readonly painted: Painted; readonly isUp: boolean }
  /** The command with this id was done. */
  | { readonly type: 'done'; readonly id: string };

/** What the worker says to the page. */
export type FromPulse =
  /** The screen has a new token, which only the page can keep. */
  | { readonly type: 'token'; readonly token: string }
  /** Two beats in a row were refused with 401, and so was the screen's secret; the page judges whether by our server. */
  | { readonly type: 'refused'; readonly body: unknown }
  /** The server has taken the beat that said that this command was done. */
  | { readonly type: 'told'; readonly id: string };
