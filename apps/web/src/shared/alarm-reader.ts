import { inTime } from './requests/in-time.js';

export interface AlarmPaths {
  /** Where a touch on an alarm of a screen leads. */
  readonly path: string;
  /** Where one of a rate list leads; none in what an earlier release has kept. */
  readonly lists?: string | undefined;
}

/** Who reads the alarms on this device. The portal writes it, and the service worker reads it. */
export interface AlarmReader extends AlarmPaths {
  readonly language: string;
}

// Not among the names of the board's caches, of which boards load all.
const ALARMS_CACHE = 'sarafa-alarms';
const ADDRESS = '/alarm-reader';
const NOBODY: AlarmReader = { language: 'en', path: '/' };

/** A service worker can't read local storage, so this is in a cache. */
export async function keepAlarmReader(reader: AlarmReader): Promise<void> {
  const cache = await caches.open(ALARMS_CACHE);
  await cache.put(ADDRESS, new Response(JSON.stringify(reader), { headers: { 'content-type': 'application/json' } }));
}

/** The reader that is kept; one that is missing or can't be read reads English. */
export async function readAlarmReader(): Promise<AlarmReader> {
  return { ...NOBODY, ...(await inTime(keptReader())) };
}

async function keptReader(): Promise<Partial<AlarmReader> | undefined> {
  const answer = await (await caches.open(ALARMS_CACHE)).match(ADDRESS);
  return (await answer?.json()) as Partial<AlarmReader> | undefined;
}
