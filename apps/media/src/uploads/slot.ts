import { randomBytes } from 'node:crypto';
import { type AdKind, AppError, dashboardTexts } from '@sarafa/contracts';
import { adSlotFault, countAds } from '@sarafa/domain';
import type { AdvertisementsRepository } from '../advertisements/advertisements.repository.js';
import type { ShopAdvertisementsDocument } from '../advertisements/advertisements.schema.js';

const { upload: texts } = dashboardTexts;

/** A place among a shop's ads, held while its upload lives. */
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

  /** Throws `CONFLICT` when the shop's places are taken, by ads or by other uploads. */
  static async reserve(shops: AdvertisementsRepository, userId: string, kind: AdKind, leaseMs: number): Promise<Slot> {
    const id = randomBytes(12).toString('hex');
    await shops.ensure(userId);
    await shops.releaseAbandoned(new Date(Date.now() - leaseMs), userId);
    if (!(await shops.reserve(userId, id, kind))) throw full(kind, await shops.findByUser(userId));
    return new Slot(shops, userId, id, leaseMs);
  }

  /** Aborted when the place was lost: with its shop, or because nobody renewed it in time. */
  get lost(): AbortSignal {
    return this.ended.signal;
  }

  lose(reason = new AppError('UNAVAILABLE', texts.failed)): void {
    clearInterval(this.timer);
    this.ended.abort(reason);
  }

  /** What comes after is the document's: the place has become an ad, or is given back. */
  close(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    // A database that is away is no answer: the ad's own write tells.
    if (!(await this.shops.renew(this.userId, this.id).catch(() => true))) this.lose();
  }
}

/** Uploads under way count: what they become would be too much. */
function full(kind: AdKind, shop: ShopAdvertisementsDocument | null): AppError {
  const taken = countAds(shop ? [...shop.advertisements, ...shop.reservations] : []);
  const fault = adSlotFault(taken, countAds([{ file_type: kind }]));
  // Without a fault a place has come free this moment: who tries again has it.
  return new AppError('CONFLICT', fault ?? texts.failed);
}
