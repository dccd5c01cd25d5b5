import { limits } from '@sarafa/contracts';
import { z } from 'zod';
import { kept } from '../../../shared/kept/kept.js';
import { documentKey } from './document-number.js';
import { EstimateDocument } from './estimate-document.js';

const { keptDays, kept: most } = limits.estimate;
const DAY = 86_400_000;

/** What the list says of a document. */
const Listed = z.object({
  ...{ number: z.string(), made_at: z.string(), customer: z.string() },
  estimate: z.object({ to_pay: z.string() }),
});
export type Listed = z.infer<typeof Listed>;

/**
 * The documents of a shop on this device, the newest first. Those that are too old, too many or unreadable are removed; none for its
 * age while `now`, the server's time, isn't known, or by one clock alone, since the device's or the server's may be years ahead.
 */
export function keptDocuments(userId: string, now: number | undefined): Listed[] {
  const found = kept.names(documentKey(userId, '')).map((key) => ({ key, made: read(key, Listed) }));
  const isYoung = ({ made }: { made: Listed | undefined }) =>
    made && (now === undefined || Math.min(now, Date.now()) - Date.parse(made.made_at) < keptDays * DAY);
  const young = found.filter(isYoung).sort((a, b) => b.made!.made_at.localeCompare(a.made!.made_at));
  const stay = young.slice(0, most);
  found.filter((one) => !stay.includes(one)).forEach(({ key }) => kept.remove(key));
  return stay.map(({ made }) => made!);
}

/** Answers whether it is there when the page was loaded again. */
export function keepDocument(userId: string, document: EstimateDocument): boolean {
  return kept.set(documentKey(userId, document.number), JSON.stringify(document));
}

export function keptDocument(userId: string, number: string): EstimateDocument | undefined {
  return read(documentKey(userId, number), EstimateDocument);
}

export function forgetDocument(userId: string, number: string): void {
  kept.remove(documentKey(userId, number));
}

function read<T>(key: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.parse(JSON.parse(kept.get(key) ?? ''));
  } catch {
    return undefined;
  }
}
