import { users } from '@sarafa/contracts';
import { inPages, Metrics, Repeating, RpcClient, WatchedRemovals } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects } from '../storage/objects.js';
import { Spool } from '../uploads/spool.js';
import { ADS, folderOf, keyOf, ownerOf } from './ad-files.js';
import { AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';
import type { ShopAdvertisementsDocument } from './advertisements.schema.js';
import { AdvertisementsService } from './advertisements.service.js';

const SWEEP_MS = 300_000;
/** Asking rarely is enough, because media normally hears of a deleted shop by an event. */
const ASK_OWNERS_MS = 3_600_000;
const BATCH = 200;

/** Makes records, files and existing shops agree again after a process died between two steps of a change. */
@Injectable()
export class AdvertisementsSweep extends Repeating {
  /** Watches files without an ad, by the ad's folder. */
  private readonly files: WatchedRemovals;
  /** Watches ads without a file, by the file's key. */
  private readonly ads: WatchedRemovals;
  /** Watches shops that users doesn't know, by id. */
  private readonly orphans: WatchedRemovals;
  private askedOwnersAt = -Infinity;

  constructor(
    private readonly shops: AdvertisementsRepository,
    private readonly publisher: AdvertisementsPublisher,
    private readonly service: AdvertisementsService,
    private readonly objects: Objects,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {
    super();
    const { AD_GRACE_MS: graceMs, REMOVE_ANYWAY_UNTIL } = config;
    const watched = (what: string) => new WatchedRemovals(metrics, { what, graceMs, REMOVE_ANYWAY_UNTIL });
    this.files = watched('files-without-ad');
    this.ads = watched('ads-without-file');
    this.orphans = watched('ads-of-shops');
  }

  protected pause(): number {
    return Math.min(SWEEP_MS, Math.max(this.config.AD_GRACE_MS / 4, this.config.SWEEP_MS));
  }

  protected async turn(): Promise<void> {
    await Spool.removeAbandoned();
    await this.shops.releaseAbandoned(this.config.UPLOAD_LEASE_MS);
    // While the bucket is lost, a missing file is no reason to remove its record.
    await this.objects.check();
    // Files are listed first: the record of a file that is stored after this is seen by the next turn.
    const files = await this.objects.keysBelow(ADS);
    const { named, missing, total } = await this.compared(new Set(files));
    const stored = groupedByAd(files);
    const unnamed = [...stored].filter(([, [key]]) => !named.has(ownerOf(key!)?.id ?? '')).map(([folder]) => folder);
    await this.files.sweep(unnamed, stored.size, (folder) => this.removeFiles(stored.get(folder)!));
    // A restore brings back the files of ads while the product runs. The grace of those that it hasn't begins when it has ended.
    const lost = (await this.shops.areFilesComing()) ? [] : missing.keys();
    await this.ads.sweep(lost, total, (key) => this.removeRecord(missing.get(key)!, key));
    // Users is asked last, so that everything else is done when users is down.
    if (performance.now() - this.askedOwnersAt < Math.min(ASK_OWNERS_MS, this.config.AD_GRACE_MS)) return;
    await this.removeOrphans();
    this.askedOwnersAt = performance.now();
  }

  /**
   * The ids of all ads and running uploads, the number of ads, and the owner of each ad whose file is missing, by the file's
   * key.
   */
  private async compared(files: Set<string>): Promise<{ named: Set<string>; missing: Map<string, string>; total: number }> {
    const named = new Set<string>();
    const missing = new Map<string, string>();
    let total = 0;
    for await (const shop of this.all()) {
      total += shop.advertisements.length;
      for (const { _id } of [...shop.advertisements, ...shop.reservations]) named.add(_id.toHexString());
      for (const { file_path } of shop.advertisements) {
        const key = keyOf(file_path);
        if (ownerOf(key) && !files.has(key)) missing.set(key, shop.id as string);
      }
    }
    return { named, missing, total };
  }

  private async removeFiles(keys: string[]): Promise<void> {
    for (const key of keys) await this.objects.remove(key);
  }

  private async removeRecord(userId: string, key: string): Promise<void> {
    // The file was stored after the files were listed.
    if (await this.objects.find(key)) return;
    const shop = await this.shops.remove(userId, ownerOf(key)!.id);
    if (shop) await this.publisher.publishSoon(shop);
  }

  private async removeOrphans(): Promise<void> {
    const orphans: string[] = [];
    let total = 0;
    for await (const shop of this.all()) {
      total++;
      const id = shop.id as string;
      if ((await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url === null) orphans.push(id);
    }
    await this.orphans.sweep(orphans, total, (id) => this.service.removeOf(id));
  }

  private all(): AsyncGenerator<ShopAdvertisementsDocument, void, void> {
    return inPages((last, size) => this.shops.listAfter(last?.id as string | undefined, size), BATCH);
  }
}

/** Groups keys by the folder of their ad; a key outside of such a folder is a group of its own. */
function groupedByAd(keys: string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const key of keys) {
    const owner = ownerOf(key);
    const folder = owner ? folderOf(owner.userId, owner.id) : key;
    grouped.set(folder, [...(grouped.get(folder) ?? []), key]);
  }
  return grouped;
}
