import type { OwnAdvertisement } from '@sarafa/contracts';
import { say } from '../../shared/page-language.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';

/** How many seconds an ad shows on a board: a video's own length, or the shop's time for images. */
export function secondsOf({ duration }: OwnAdvertisement, adDisplayTime: number): number {
  return duration === null ? adDisplayTime : Math.max(1, Math.round(duration));
}

/** The text on the ad's card: `30 s` for an image, `0:18` for a video, `–` for one whose file doesn't say. */
export function durationText(ad: OwnAdvertisement, adDisplayTime: number): string {
  if (ad.file_type === 'video' && ad.duration === null) return '–';
  const seconds = secondsOf(ad, adDisplayTime);
  return ad.file_type === 'image' ? say(dashboardTexts.list.seconds, { count: seconds }) : minutesText(seconds);
}

/** `4:18`. */
export function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
