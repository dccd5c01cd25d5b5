import { say } from '../../../shared/language/page-language.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';

const { editor: words } = portalTexts;

/** Under 60 s in seconds, under 1 hour in minutes, else in hours (rule 10.12). */
export function intervalText(ms: number): string {
  if (ms < 60_000) return say(words.seconds, { count: ms / 1_000 });
  return ms < 3_600_000 ? say(words.minutes, { count: ms / 60_000 }) : say(words.hours, { count: ms / 3_600_000 });
}
