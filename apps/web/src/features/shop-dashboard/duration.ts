import type { OwnAdvertisement } from '@sarafa/contracts';
import { say } from '../../shared/language/page-language.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';

/** How many seconds an ad shows on a board: the shop's time for images, or a video's own length; null where its file doesn't say. */
export function secondsOf({ file_type, duration }: OwnAdvertisement, adDisplayTime: number): number | null {
  if (file_type === 'image') return adDisplayTime;
  return duration === null ? null : Math.max(1, Math.round(duration));
}

/** The text on the ad's card: `30 s` for an image, `0:18` for a video, `–` for one whose file doesn't say. */
export function durationText(ad: OwnAdvertisement, adDisplayTime: number): string {
  const seconds = secondsOf(ad, adDisplayTime);
  if (seconds === null) return '–';
  return ad.file_type === 'image' ? say(dashboardTexts.list.seconds, { count: seconds }) : minutesText(seconds);
}

/** `4:18`. */
export function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
