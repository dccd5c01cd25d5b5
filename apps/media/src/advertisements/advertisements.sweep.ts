import { users } from '@sarafa/contracts';
import { Repeating, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects } from '../storage/objects.js';
import { Spool } from '../uploads/spool.js';
import { ADS, keyOf, ownerOf } from './ad-files.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';
import type { ShopAdvertisementsDocument } from './advertisements.schema.js';
import { AdvertisementsService } from './advertisements.service.js';

const SWEEP_MS = 300_000;
/** Shops that users no longer knows are rare: their deletion is told. */
const ASK_OWNERS_MS = 3_600_000;
const BATCH = 200;

/**
 * Makes records and files agree again after whatever died between the two. Nothing goes at first sight, nor what belongs to a
 * shop that users doesn't know: an operator who has started on the wrong database, or with an empty store, has the grace to
 * notice.
 */
@Injectable()
export class AdvertisementsSweep extends Repeating {
  /** When each file without an ad, and each ad without a file, was first seen to be so; by key. */
  private suspects = new Map<string, number>();
  /** When each shop that users doesn't know was first seen to be so; by id. */
  private orphans = new Map<string, number>();
  private askedOwnersAt = 0;

  constructor(
    private readonly shops: AdvertisementsRepository,
    private readonly publisher: AdvertisementsPublisher,
    private readonly service: AdvertisementsService,
    private readonly objects: Objects,
    private readonly rpc: RpcClient,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {
    super();
  }

  protected pause(): number {
    return Math.min(SWEEP_MS, Math.max(this.config.AD_GRACE_MS / 4, this.config.SWEEP_MS));
  }

  protected async turn(): Promise<void> {
    await Spool.removeAbandoned();
    await this.shops.releaseAbandoned(new Date(Date.now() - this.config.UPLOAD_LEASE_MS));
    // Files first: one that comes after is seen by the next turn, with its record.
    const files = new Set(await this.objects.keysBelow(ADS));
    const { named, missing } = await this.compared(files);
    const unnamed = [...files].filter((key) => !named.has(ownerOf(key)?.id ?? ''));
    const due = this.watched([...unnamed, ...missing.keys()]);
    for (const key of due) await (missing.has(key) ? this.removeRecord(missing.get(key)!, key) : this.objects.remove(key));
    // Last: when users can't be asked, the rest is done.
    const isOrphanDue = [...this.orphans.values()].some((since) => this.isOver(since));
    if (isOrphanDue || Date.now() - this.askedOwnersAt >= ASK_OWNERS_MS) {
      await this.removeOrphans();
      this.askedOwnersAt = Date.now();
    }
  }

  /** The ids of all ads and uploads there are, and the owners of the ads whose file isn't there, by its key. */
  private async compared(files: Set<string>): Promise<{ named: Set<string>; missing: Map<string, string> }> {
    const named = new Set<string>();
    const missing = new Map<string, string>();
    for await (const shop of this.all()) {
      for (const { _id } of [...shop.advertisements, ...shop.reservations]) named.add(_id.toHexString());
      for (const { file_path } of shop.advertisements) {
        const key = keyOf(file_path);
        if (ownerOf(key) && !files.has(key)) missing.set(key, shop.id as string);
      }
    }
    return { named, missing };
  }

  /** Those of `keys` that have been suspect for as long as the grace. */
  private watched(keys: string[]): string[] {
    const now = Date.now();
    this.suspects = new Map(keys.map((key) => [key, this.suspects.get(key) ?? now]));
    return keys.filter((key) => this.isOver(this.suspects.get(key)!));
  }

  private isOver(since: number): boolean {
    return Date.now() - since >= this.config.AD_GRACE_MS;
  }

  private async removeRecord(userId: string, key: string): Promise<void> {
    // It has been stored since the files were listed, or it is gone for good.
    if (await this.objects.find(key)) return;
    const shop = await this.shops.remove(userId, ownerOf(key)!.id);
    if (shop) await this.publisher.publishSoon(shop);
  }

  private async removeOrphans(): Promise<void> {
    const orphans = new Map<string, number>();
    for await (const shop of this.all()) {
      const id = shop.id as string;
      const { logo_url } = await this.rpc.call(users.getLogo, { id }, { role: 'public' });
      if (logo_url !== null) continue;
      const since = this.orphans.get(id) ?? Date.now();
      if (this.isOver(since)) await this.service.removeOf(id);
      else orphans.set(id, since);
    }
    this.orphans = orphans;
  }

  private async *all(): AsyncGenerator<ShopAdvertisementsDocument, void, void> {
    let last: string | undefined;
    let found: ShopAdvertisementsDocument[];
    do {
      found = await this.shops.listAfter(last, BATCH);
      yield* found;
      last = found.at(-1)?.id as string | undefined;
    } while (found.length === BATCH);
  }
}
