import { randomBytes } from 'node:crypto';
import { type AdKind, AppError, texts } from '@sarafa/contracts';
import { adSlotFault, countAds } from '@sarafa/domain';
import type { AdvertisementsRepository } from '../advertisements/advertisements.repository.js';
import type { ShopAdvertisementsDocument } from '../advertisements/advertisements.schema.js';

const { uploads } = texts;

/** A place among a shop's ads, reserved while its upload runs. */
export class Slot {
  private readonly timer: NodeJS.Timeout;
  private readonly ended = new AbortController();

  private constructor(
    private readonly shops: AdvertisementsRepository,
    readonly userId: string,
    readonly id: string,
    leaseMs: number,
  ) {
    this.timer = setInterval(() => void this.renew(), leaseMs / 3);
  }

  /** Throws `CONFLICT` when ads or other uploads take all of the shop's places. A repetition with the same key is no other one. */
  static async reserve(
    shops: AdvertisementsRepository,
    userId: string,
    kind: AdKind,
    key: string | undefined,
    leaseMs: number,
  ): Promise<Slot> {
    const id = randomBytes(12).toString('hex');
    await shops.ensure(userId);
    await shops.releaseAbandoned(leaseMs, userId);
    if (!(await shops.reserve(userId, id, kind, key))) throw full(kind, await shops.findByUser(userId));
    return new Slot(shops, userId, id, leaseMs);
  }

  /** Aborted when the reservation was lost: with its shop, or because it wasn't renewed in time. */
  get lost(): AbortSignal {
    return this.ended.signal;
  }

  lose(reason = new AppError('UNAVAILABLE', uploads.failed)): void {
    clearInterval(this.timer);
    this.ended.abort(reason);
  }

  /** Ends the renewals: from now on the place belongs to an ad, or is released. */
  close(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    // A database that can't be reached doesn't mean that the place was lost. The write that makes the ad finds out.
    if (!(await this.shops.renew(this.userId, this.id).catch(() => true))) this.lose();
  }
}

/** Running uploads take places too, but only ads are counted in what the shop is told. */
function full(kind: AdKind, shop: ShopAdvertisementsDocument | null): AppError {
  const { image, video } = countAds(shop?.advertisements ?? []);
  const running = kind === 'video' ? uploads.videosStillRunning(video) : uploads.stillRunning(image, video);
  return new AppError('CONFLICT', adSlotFault({ image, video }, countAds([{ file_type: kind }])) ?? running);
}
