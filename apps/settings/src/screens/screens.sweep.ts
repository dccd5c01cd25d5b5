import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { Deletions } from '../deletions.js';
import type { SettingsConfig } from '../settings.config.js';
import { SettingsLease } from '../settings.lease.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { KnownShops } from './known-shops.js';

/** Removes the screens and phones of deleted shops that settings has not heard of, and the phones of deleted admins. */
@Injectable()
export class ScreensSweep extends OrphanSweep {
  constructor(
    shops: KnownShops,
    deletions: Deletions,
    lease: SettingsLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(SETTINGS_CONFIG) config: SettingsConfig,
  ) {
    const screens = {
      idsAfter: (after: string | undefined, limit: number) => shops.idsAfter(after, limit),
      removeOf: (id: string) => deletions.removeOf(id),
    };
    super({ screens }, lease, rpc, metrics, config);
  }
}
