import { Id, Pairing, ScreenSettings } from '@sarafa/contracts';
import { z } from 'zod';

const KEY = 'sarafa.screen.v1';
const SECRET = 'sarafa.screen-secret.v1';
const CODE = 'sarafa.pairing.v1';

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
  return load(KEY, KeptScreen);
}

/** The code that this device showed last, which somebody may have read and be typing while the page is loaded again. */
export function loadCode(): Pairing | undefined {
  return load(CODE, Pairing);
}

function load<T>(key: string, kept: z.ZodType<T>): T | undefined {
  try {
    return kept.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
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

/** False with a full or forbidden storage: then the screen works until its page is loaded again. */
export function saveScreen(screen: KeptScreen): boolean {
  return save(KEY, screen);
}

export function saveCode(code: Pairing): void {
  save(CODE, code);
}

function save(key: string, value: object): boolean {
  try {
    const text = JSON.stringify(value);
    // Called again and again, because a person may clear the storage of a TV that runs.
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
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
