import { users } from '@sarafa/contracts';
import { inPages, Metrics, Repeating, RpcClient, WatchedRemovals } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Objects } from '../storage/objects.js';
import { CARDS, RateCardsService } from './rate-cards.service.js';
import { type OnRecord, RateCardsRepository } from './rate-cards.repository.js';

const PAUSE_MS = 3_600_000;
const BATCH = 200;

/** Removes pictures that are on no record, and what is kept of shops that users doesn't know. */
@Injectable()
export class RateCardsSweep extends Repeating {
  private readonly orphans: WatchedRemovals;

  constructor(
    private readonly shops: RateCardsRepository,
    private readonly cards: RateCardsService,
    private readonly objects: Objects,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {
    super();
    const { AD_GRACE_MS: graceMs, REMOVE_ANYWAY_UNTIL } = config;
    this.orphans = new WatchedRemovals(metrics, { what: 'cards-of-shops', graceMs, REMOVE_ANYWAY_UNTIL });
  }

  protected pause(): number {
    return Math.min(PAUSE_MS, Math.max(this.config.AD_GRACE_MS, this.config.SWEEP_MS));
  }

  protected async turn(): Promise<void> {
    // Listed first: a picture is on record before it is stored.
    const stored = new Set(await this.objects.keysBelow(CARDS));
    const orphans: string[] = [];
    let total = 0;
    const all = inPages<OnRecord>((last, size) => this.shops.listAfter(last?._id ?? '', size), BATCH);
    for await (const { _id: id, pictures } of all) {
      total++;
      for (const key of pictures) stored.delete(key);
      if ((await this.rpc.call(users.getLogo, { id }, { role: 'public' })).logo_url === null) orphans.push(id);
    }
    // A card can be made anew at any time, so no picture is watched before it goes.
    for (const key of stored) await this.objects.remove(key);
    await this.orphans.sweep(orphans, total, (id) => this.cards.removeOf(id));
  }
}
