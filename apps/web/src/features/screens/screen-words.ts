import type { Screen, ScreenState } from '@sarafa/contracts';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { screenTexts as words } from '../../shared/texts/screen-texts.js';
import type { Tone } from '../../shared/ui/state-word.js';

/** How a screen is, for people: in off-hours it plays, but is black. */
export type ScreenKind = ScreenState | 'off';
export const SCREEN_KINDS = ['offline', 'frozen', 'old', 'never', 'off', 'playing'] as const satisfies readonly ScreenKind[];

const TONES: Record<ScreenKind, Tone> = {
  playing: 'ok',
  off: 'off',
  old: 'warn',
  frozen: 'err',
  offline: 'err',
  never: 'off',
};

export function kindOf({ state, is_off }: Pick<Screen, 'state' | 'is_off'>): ScreenKind {
  return state === 'playing' && is_off ? 'off' : state;
}

/** `No answer since 4:10 pm` */
export function stateWords(screen: Screen, now: number): { tone: Tone; text: string } {
  const kind = kindOf(screen);
  return { tone: TONES[kind], text: say(words.states[kind], { time: recently(Date.parse(screen.since), now) }) };
}

/** `Rates of 4:10 pm, ad 2 of 5`; of a screen that gives no sign, what it showed last. Empty where nothing is to be said. */
export function shownWords(screen: Screen, now: number): string {
  const kind = kindOf(screen);
  const { shown, playing } = screen;
  const time = shown ? recently(Date.parse(shown.at), now) : '';
  const { rates, ad, both, nothing, last } = words.shows;
  const what =
    shown && playing ? say(both, { time, ...playing }) : shown ? say(rates, { time }) : playing ? say(ad, playing) : '';
  if (kind === 'offline' || kind === 'frozen') return what && say(last, { what });
  return what || (kind === 'playing' || kind === 'old' ? nothing : '');
}

/** `Release 1a2b3c4d5e6f` and `1920 × 1080`; neither of a screen that hasn't said it yet. */
export function deviceWords({ release, viewport }: Screen): string[] {
  return [
    ...(release ? [say(words.release, { release })] : []),
    ...(viewport ? [`${viewport.width} × ${viewport.height}`] : []),
  ];
}

/** Until when a screen has no alarms; undefined where it has them. */
export function snoozedWords({ snoozed_until }: Screen, now: number): string | undefined {
  const until = Date.parse(snoozed_until ?? '');
  return until > now ? say(words.snoozed, { time: recently(until, now) }) : undefined;
}
