import { portalTexts } from '../../../shared/texts/portal-texts.js';

const { seconds, minutes, hours } = portalTexts.editor;

/** Under 60 s in seconds, under 1 hour in minutes, else in hours (rule 10.12). */
export function intervalText(ms: number): string {
  if (ms < 60_000) return seconds(ms / 1_000);
  return ms < 3_600_000 ? minutes(ms / 60_000) : hours(ms / 3_600_000);
}
