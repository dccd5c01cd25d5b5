import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Bus, Repeating } from '@sarafa/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ObjectInfo } from '@nats-io/obj';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { SharedFiles } from './shared-files.js';

/** Compressed files are left out: a client that needs a file of another release gets it uncompressed. */
const COMPRESSED = /\.(br|gz)$/;
const DAY_MS = 24 * 3_600_000;
/** An older file is offered again, so that a file in use never gets as old as those that are removed. */
const RENEWED_AFTER_MS = 7 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
/** Enough for all files of about ten releases. The files of other releases are also held in memory. */
const MOST_BYTES = 16 * 1_048_576;
const PAUSE_MS = 10 * 60_000;
/** The shortest time between two searches for an unknown file, because strangers may ask for any name. */
const LOOK_AGAIN_MS = 1_000;
/** Longer than NATS needs to deliver all files. A gateway starts without NATS as well. */
const LOOK_MS = 10_000;

/**
 * The built files (`/assets/...`) of this release and of other releases. During a rollout a page of one gateway asks another
 * for its script, and a page that has been open for a week asks for a part that it hasn't needed before. So each gateway puts
 * its files into NATS and holds those of the others in memory. File names contain a hash, so one name always has the same
 * content.
 */
@Injectable()
export class ReleaseFiles extends Repeating implements OnModuleInit {
  private readonly others = new Map<string, Uint8Array>();
  private readonly folder: string;
  private readonly shared: SharedFiles;
  private looking: Promise<void> | undefined;
  /** A search that hasn't begun yet. One that is running may have missed a file that came meanwhile. */
  private next: Promise<void> | undefined;
  private lookedAt = -LOOK_AGAIN_MS;

  constructor(bus: Bus, @Inject(GATEWAY_CONFIG) { WEB_DIR }: GatewayConfig) {
    super();
    this.folder = join(WEB_DIR, 'assets');
    this.shared = new SharedFiles(bus);
  }

  /** During a rollout the other gateways have this release's files before its first page is served. */
  async onModuleInit(): Promise<void> {
    await Promise.race([this.prepare(), tooLong()]).catch((error: Error) =>
      this.log.warn(`The files of other releases will be looked for again: ${error.message}`),
    );
  }

  /**
   * Finds a file of another release. The file may have come since the last search, so an unknown name waits for the next one.
   */
  async find(name: string): Promise<Uint8Array | undefined> {
    if (!this.others.has(name)) {
      this.next ??= this.lookNext();
      await this.next.catch(() => undefined);
    }
    return this.others.get(name);
  }

  protected pause(): number {
    return PAUSE_MS;
  }

  protected turn(): Promise<void> {
    return this.look();
  }

  private async prepare(): Promise<void> {
    const isFirstRelease = (await this.shared.list()).length === 0;
    if (!isFirstRelease) await this.look();
  }

  private async lookNext(): Promise<void> {
    await this.looking?.catch(() => undefined);
    await wait(Math.max(0, this.lookedAt + LOOK_AGAIN_MS - performance.now()), undefined, { ref: false });
    this.next = undefined;
    await this.look();
  }

  /** One search at a time; callers meanwhile share the running one. */
  private look(): Promise<void> {
    this.looking ??= Promise.race([this.exchange(), tooLong()]).finally(() => {
      this.looking = undefined;
      this.lookedAt = performance.now();
    });
    return this.looking;
  }

  private async exchange(): Promise<void> {
    const [there, own] = [await this.shared.list(), new Set(await this.ownNames())];
    const now = Date.now();
    const age = new Map(there.map(({ name, mtime }) => [name, now - Date.parse(mtime)]));
    for (const name of own) {
      if ((age.get(name) ?? Infinity) > RENEWED_AFTER_MS) await this.shared.put(name, await readFile(join(this.folder, name)));
    }
    const { kept, removed } = whichStay(there, own, now);
    for (const name of removed) {
      await this.shared.delete(name);
      this.others.delete(name);
    }
    for (const file of there) {
      if (!kept.has(file.name) || own.has(file.name) || this.others.has(file.name)) continue;
      const content = await this.shared.read(file);
      if (content) this.others.set(file.name, content);
    }
  }

  private async ownNames(): Promise<string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name)).map(({ name }) => name);
  }
}

/** A list that NATS was sending when the connection broke never ends by itself. */
async function tooLong(): Promise<never> {
  await wait(LOOK_MS, undefined, { ref: false });
  throw new Error('NATS has not given the list in time');
}

/** Which files stay: this release's own, and the newest of the others, as far as there is room and for 30 days at most. */
export function whichStay(
  there: readonly Pick<ObjectInfo, 'name' | 'mtime' | 'size'>[],
  own: ReadonlySet<string>,
  now: number,
): { kept: Set<string>; removed: string[] } {
  const [kept, removed] = [new Set<string>(), [] as string[]];
  let bytes = 0;
  for (const { name, mtime, size } of [...there].sort((a, b) => Date.parse(b.mtime) - Date.parse(a.mtime))) {
    bytes += own.has(name) ? 0 : size;
    if (own.has(name) || (bytes <= MOST_BYTES && now - Date.parse(mtime) <= KEPT_MS)) kept.add(name);
    else removed.push(name);
  }
  return { kept, removed };
}
