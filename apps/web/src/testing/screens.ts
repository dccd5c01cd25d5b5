import type { ScreenSettings } from '@sarafa/contracts';
import type { KeptScreen } from '../features/board/screen/kept-screen.js';
import { SHOP_ID } from './fixtures.js';

/** What is set of a screen: nothing, unless `changes` say otherwise. */
export function settings(changes: Partial<ScreenSettings> = {}): ScreenSettings {
  const none = { layout_orientation: null, shows: 'all', overscan: 0, video_turned: false } as const;
  return { id: 'fedcba9876543210fedcba98', name: 'Counter 2', ...none, ...changes };
}

export function keptScreen(changes: Partial<KeptScreen> = {}): KeptScreen {
  return { token: 'a.b.c', userId: SHOP_ID, settings: settings(), isMuted: null, mutedOver: null, ...changes };
}
