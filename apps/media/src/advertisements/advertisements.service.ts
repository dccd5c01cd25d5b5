import { type Actor, AppError, type OwnAdvertisement, texts } from '@sarafa/contracts';
import { ownUserId } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import { Objects } from '../storage/objects.js';
import { belowShop, folderOf } from './ad-files.js';
import { advertisementsOf, AdvertisementsPublisher } from './advertisements.publisher.js';
import { AdvertisementsRepository } from './advertisements.repository.js';

const { advertisements } = texts;

@Injectable()
export class AdvertisementsService {
  private readonly log = new Logger(AdvertisementsService.name);

  constructor(
    private readonly shops: AdvertisementsRepository,
    private readonly publisher: AdvertisementsPublisher,
    private readonly objects: Objects,
  ) {}

  async list(actor: Actor): Promise<OwnAdvertisement[]> {
    const shop = await this.shops.findByUser(ownUserId(actor));
    return shop ? advertisementsOf(shop) : [];
  }

  /** The record goes before the files: a file without a record is shown nowhere, but a record without its file would be. */
  async delete(actor: Actor, id: string): Promise<void> {
    const owner = (await this.shops.findByAdvertisement(id))?.id as string | undefined;
    if (owner === undefined) throw notFound();
    if (actor.role !== 'admin' && ownUserId(actor) !== owner) throw new AppError('FORBIDDEN', advertisements.forbidden);
    const shop = await this.shops.remove(owner, id);
    if (!shop) throw notFound();
    await this.publisher.publishSoon(shop);
    // Not awaited, because S3 may remove a file only after every read of the file has ended, and a board on a slow line reads a
    // film for minutes.
    void this.objects
      .removeBelow(folderOf(owner, id))
      .catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /** Removes all ads of a deleted shop. */
  async removeOf(userId: string): Promise<void> {
    await this.publisher.removeOf(userId);
    await this.objects.removeBelow(belowShop(userId));
  }
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', advertisements.notFound);
}
