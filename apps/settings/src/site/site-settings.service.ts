import { type Actor, AppError, type Maintenance, type PublicView, texts } from '@sarafa/contracts';
import { currentRequest, isFreshSignIn, requireOwner } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { MaintenancePublisher, PublicViewPublisher } from './site-settings.publishers.js';
import { SiteSettingsRepository } from './site-settings.repository.js';

@Injectable()
export class SiteSettingsService {
  constructor(
    private readonly settings: SiteSettingsRepository,
    private readonly maintenance: MaintenancePublisher,
    private readonly publicView: PublicViewPublisher,
  ) {}

  /**
   * Switching off needs a sign-in of the last five minutes, unless the switch is off already (rule 9.2). `toldSignInAt`, in seconds since
   * 1970, is the gateway's word, and counts only for a call without a token.
   */
  async setMaintenance(actor: Actor, on: boolean, toldSignInAt: number): Promise<Maintenance> {
    requireOwner(actor);
    const signedInAt = currentRequest()?.call?.signedInAt ?? toldSignInAt;
    if (!on && !isFreshSignIn(signedInAt)) {
      if ((await this.settings.ensure('maintenance')).on) throw new AppError('FORBIDDEN', texts.site.freshSignIn);
      // Not set: another owner may be switching it on at this moment.
      return { isMaintenanceMode: false };
    }
    await this.settings.set('maintenance', on);
    await this.maintenance.publishSoon();
    return { isMaintenanceMode: on };
  }

  async setPublicView(actor: Actor, enabled: boolean): Promise<PublicView> {
    requireOwner(actor);
    await this.settings.set('public-view', enabled);
    await this.publicView.publishSoon();
    return { enabled };
  }
}
