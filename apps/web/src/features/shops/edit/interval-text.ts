import { portalTexts } from '@sarafa/contracts';

const { seconds, minutes, hours } = portalTexts.editor;

/** Spec 9: under 60 s in seconds, under 1 hour in minutes, else hours. */
export function intervalText(ms: number): string {
  if (ms < 60_000) return seconds(ms / 1_000);
  return ms < 3_600_000 ? minutes(ms / 60_000) : hours(ms / 3_600_000);
}
