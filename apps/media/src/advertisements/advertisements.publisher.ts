import { type Advertisement, advertisementsComplete, boardAdvertisements, type OwnAdvertisement } from '@sarafa/contracts';
import { Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import type { ShopAdvertisements, ShopAdvertisementsDocument, StoredAdvertisement } from './advertisements.schema.js';
import { AdvertisementsRepository } from './advertisements.repository.js';

/** Keeps the ads that boards read equal to the documents. */
@Injectable()
export class AdvertisementsPublisher extends DocumentPublisher<ShopAdvertisements> {
  constructor(
    shops: AdvertisementsRepository,
    state: StatePublisher,
    @Inject(MEDIA_CONFIG) { SWEEP_MS }: MediaConfig,
    metrics: Metrics,
  ) {
    super('advertisements', shops, state, [boardAdvertisements], SWEEP_MS, metrics, advertisementsComplete);
  }

  protected valuesOf(shop: ShopAdvertisementsDocument): StateValue[] {
    const value: Advertisement[] = advertisementsOf(shop).map(({ size: _, warning: __, ...advertisement }) => advertisement);
    return [{ stateKey: boardAdvertisements, id: shop.id as string, value }];
  }
}

/** A shop's ads as the shop itself reads them, oldest first. */
export function advertisementsOf({ advertisements }: ShopAdvertisementsDocument): OwnAdvertisement[] {
  return advertisements.map(advertisementOf);
}

export function advertisementOf(stored: StoredAdvertisement): OwnAdvertisement {
  const { _id, file_type, file_path, file_name, duration, size, warning } = stored;
  const id = _id.toHexString();
  return { id, _id: id, file_type, file_path, file_name, duration, size, warning };
}
