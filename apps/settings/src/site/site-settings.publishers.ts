import { type Maintenance, type PublicView, siteMaintenance, sitePublicView } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher, type StoreConfig } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import { SiteSettingsRepository } from './site-settings.repository.js';

/** Keeps `site/maintenance` equal to its document. */
@Injectable()
export class MaintenancePublisher extends SinglePublisher<Maintenance> {
  constructor(
    private readonly settings: SiteSettingsRepository,
    state: StatePublisher,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig,
  ) {
    super(state, siteMaintenance, SWEEP_MS);
  }

  protected async current() {
    const { rev, on } = await this.settings.ensure('maintenance');
    return { rev, value: { isMaintenanceMode: on } };
  }

  protected raise(from: number, to: number): Promise<boolean> {
    return this.settings.raise('maintenance', from, to);
  }
}

/** Keeps `site/public-view` equal to its document. */
@Injectable()
export class PublicViewPublisher extends SinglePublisher<PublicView> {
  constructor(
    private readonly settings: SiteSettingsRepository,
    state: StatePublisher,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: StoreConfig,
  ) {
    super(state, sitePublicView, SWEEP_MS);
  }

  protected async current() {
    const { rev, on } = await this.settings.ensure('public-view');
    return { rev, value: { enabled: on } };
  }

  protected raise(from: number, to: number): Promise<boolean> {
    return this.settings.raise('public-view', from, to);
  }
}
