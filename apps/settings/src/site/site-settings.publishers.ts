import { type Slice, siteMaintenance, sitePublicView } from '@sarafa/contracts';
import { Repeating, StatePublisher, type StoreConfig } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import type { SiteSwitch } from './site-setting.schema.js';
import { SiteSettingsRepository } from './site-settings.repository.js';

/**
 * Keeps a switch's slice equal to its document. There are only two, so each sweep simply offers them to KV, which takes what
 * it doesn't have.
 */
abstract class SwitchPublisher<T> extends Repeating {
  protected constructor(
    private readonly settings: SiteSettingsRepository,
    private readonly state: StatePublisher,
    private readonly sweepMs: number,
    private readonly plan: { name: SiteSwitch; initially: boolean; slice: Slice<T>; value: (on: boolean) => T },
  ) {
    super();
  }

  protected pause(): number {
    return this.sweepMs;
  }

  protected async turn(): Promise<void> {
    const { name, initially, slice, value } = this.plan;
    const { rev, on } = await this.settings.ensure(name, initially);
    await this.state.publish(slice, '', rev, value(on));
  }
}

@Injectable()
export class MaintenancePublisher extends SwitchPublisher<{ isMaintenanceMode: boolean }> {
  constructor(settings: SiteSettingsRepository, state: StatePublisher, @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig) {
    const value = (on: boolean) => ({ isMaintenanceMode: on });
    super(settings, state, SWEEP_MS, { name: 'maintenance', initially: false, slice: siteMaintenance, value });
  }
}

@Injectable()
export class PublicViewPublisher extends SwitchPublisher<{ enabled: boolean }> {
  constructor(settings: SiteSettingsRepository, state: StatePublisher, @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig) {
    const value = (on: boolean) => ({ enabled: on });
    super(settings, state, SWEEP_MS, { name: 'public-view', initially: true, slice: sitePublicView, value });
  }
}
