import { Id, ScreenSettings } from '@sarafa/contracts';
import { z } from 'zod';

const KEY = 'sarafa.screen.v1';

/** What a paired TV keeps for its next power cut. */
export const KeptScreen = z.object({
  /** Opens `POST /screens/beats` and nothing else. */
  token: z.string().min(1),
  userId: Id,
  settings: ScreenSettings,
  /** What the shop's remote has set of the ads' sound; null until it does. */
  isMuted: z.boolean().nullable().catch(null),
  /** The shop's own setting at that time; null while it isn't known. */
  mutedOver: z.boolean().nullable().catch(null),
});
export type KeptScreen = z.infer<typeof KeptScreen>;

/** The pairing of this device; undefined when there is none, or none that can be read. */
export function loadScreen(): KeptScreen | undefined {
  try {
    return KeptScreen.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** With a full or forbidden storage the screen works until its next power cut. */
export function saveScreen(screen: KeptScreen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(screen));
  } catch {
    return;
  }
}

export function forgetScreen(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    return;
  }
}
