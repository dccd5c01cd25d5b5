import { fileURLToPath } from 'node:url';
import { texts } from '@sarafa/contracts';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { blankMetadata } from './film-metadata.js';
import { isWholeFilm } from './film-parts.js';
import { failedHere, serverFault } from './server-fault.js';

/** The relative path is the same from `src` and from `dist`. */
const WORKER = fileURLToPath(new URL('../../worker/film.mjs', import.meta.url));
/** Reading a film takes milliseconds; a film that takes this long was made to, or the processor is busy. */
const TIMEOUT_MS = 10_000;
const IDLE_MS = 60_000;

/** The codecs that every TV plays. Only newer TVs play AV1. */
const PLAYED = new Set(['AVC', 'VP8', 'VP9']);
const IN_WEBM = new Set(['VP8', 'VP9', 'AV1']);

const Description = z.object({
  /** Of a film of boxes it is the brand itself where MediaInfo has no name for that, as of `XAVC` or `dash`. */
  container: z.string().optional(),
  isTruncated: z.boolean(),
  /** Some recorders write no duration, or 0. */
  duration: z.number().optional().catch(undefined),
  codec: z.string().min(1),
  profile: z.string().optional(),
  bitDepth: z.number().optional(),
  chroma: z.string().optional(),
});

export interface Film {
  /** Seconds; null when the file doesn't contain its duration. */
  readonly duration: number | null;
  /** A warning for the ad's owner; null when there is none. */
  readonly warning: string | null;
}

/** Reads the metadata of films in a thread of low priority, and blanks what they say of their makers. */
@Injectable()
export class Films implements OnApplicationShutdown {
  private readonly log = new Logger(Films.name);
  private readonly inTurn = pLimit(1);
  private readonly thread = new Piscina({
    filename: WORKER,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: 10,
  });

  constructor() {
    // Without a listener the process would end, with the uploads of all shops.
    this.thread.on('error', (error: Error) => this.log.warn(`No thread could be started: ${error.message}`));
  }

  /** Undefined for a file that isn't a whole film with a picture. Throws like `Pictures.draw`. */
  async read(path: string, bytes: number, lost: AbortSignal): Promise<Film | undefined> {
    const result: unknown = await this.inTurn(() => {
      lost.throwIfAborted();
      // The time begins with the film's turn: what it waits for others doesn't count.
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return this.thread.run({ path, bytes }, { name: 'describe', signal }).catch(failedHere);
    });
    const film = Description.safeParse(result).data;
    const isWebm = film?.container === 'WebM';
    if (!film || (isWebm && !IN_WEBM.has(film.codec))) return undefined;
    // MediaInfo takes what stands behind the last box for a box that was cut off.
    if (film.isTruncated && (isWebm || !(await isWholeFilm(path).catch(failedHere)))) return undefined;
    return { duration: film.duration && film.duration > 0 ? film.duration : null, warning: warningOf(film) };
  }

  /**
   * Blanks a film's metadata, of one film at a time, because the tables of an odd one take memory. Throws the reason of `lost`
   * for an upload that has ended before its turn.
   */
  blank(path: string, container: 'iso' | 'webm', lost: AbortSignal): Promise<void> {
    return this.inTurn(() => {
      lost.throwIfAborted();
      return blankMetadata(path, container).catch((error: NodeJS.ErrnoException) => {
        throw error.syscall ? serverFault(error) : error;
      });
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.destroy();
  }
}

function warningOf({ codec, profile, bitDepth = 8, chroma = '4:2:0' }: z.infer<typeof Description>): string | null {
  if (!PLAYED.has(codec)) return texts.uploads.codec(codec);
  // Cameras record such files for editing. The codec's name is one that browsers know, but no browser decodes the profile.
  if (bitDepth > 8 || chroma !== '4:2:0') return texts.uploads.codec(`${codec} ${profile ?? chroma}`);
  return null;
}
