import { type Actor, settings } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { SiteSettingsService } from './site-settings.service.js';

@Controller()
export class SiteSettingsController {
  constructor(private readonly site: SiteSettingsService) {}

  @Handles(settings.setMaintenance)
  setMaintenance({ isMaintenanceMode, signedInAt }: { isMaintenanceMode: boolean; signedInAt: number }, actor: Actor) {
    return this.site.setMaintenance(actor, isMaintenanceMode, signedInAt);
  }

  @Handles(settings.setPublicView)
  setPublicView({ enabled }: { enabled: boolean }, actor: Actor) {
    return this.site.setPublicView(actor, enabled);
  }
}
