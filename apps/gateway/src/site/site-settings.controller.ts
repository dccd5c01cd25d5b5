import { type Actor, parseInput, portalTexts, SentMaintenance, SentPublicView, settings } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Put } from '@nestjs/common';
import { Access, CurrentActor, SignedInAt } from '../access.js';

const { maintenanceOn, maintenanceOff, publicViewOn, publicViewOff } = portalTexts.site;

/** The switches of the whole site. Reading them is the boards' matter. */
@Controller()
export class SiteSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Put('settings/maintenance')
  @Access('admin')
  async setMaintenance(@Body() body: unknown, @CurrentActor() actor: Actor, @SignedInAt() signedInAt: number) {
    const { isMaintenanceMode } = parseInput(SentMaintenance, body);
    const changed = await this.rpc.call(settings.setMaintenance, { isMaintenanceMode, signedInAt }, actor);
    return { message: isMaintenanceMode ? maintenanceOn : maintenanceOff, settings: changed };
  }

  @Put('prices/settings/public-view-enabled')
  @Access('admin')
  async setPublicView(@Body() body: unknown, @CurrentActor() actor: Actor) {
    const { enabled } = parseInput(SentPublicView, body);
    const changed = await this.rpc.call(settings.setPublicView, { enabled }, actor);
    return { message: enabled ? publicViewOn : publicViewOff, settings: changed };
  }
}
