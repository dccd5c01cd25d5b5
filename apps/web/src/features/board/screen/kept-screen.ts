import { Id, ScreenSettings } from '@sarafa/contracts';
import { z } from 'zod';

const KEY = 'sarafa.screen.v1';
const SECRET = 'sarafa.screen-secret.v1';

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

/**
 * By this secret the screen gets another token when the server's keys were removed. It is made here and kept before it is told, so that
 * no lost answer can lose it, and apart from the pairing, which an earlier release would write without it.
 */
export function secretOf(id: string): string | undefined {
  try {
    const [owner, kept] = (localStorage.getItem(SECRET) ?? '').split(' ');
    if (owner === id && kept) return kept;
    const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
    const made = btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace('=', '');
    localStorage.setItem(SECRET, `${id} ${made}`);
    return made;
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
    localStorage.removeItem(SECRET);
  } catch {
    return;
  }
}
