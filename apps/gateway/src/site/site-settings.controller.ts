import {
  type Actor,
  SavedMaintenance,
  SavedPublicView,
  SentMaintenance,
  SentPublicView,
  settings,
  texts,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Put } from '@nestjs/common';
import { Access, CurrentActor, SignedInAt } from '../access.js';
import { Operation } from '../operation.js';

const { maintenanceOn, maintenanceOff, publicViewOn, publicViewOff } = texts.site;

/** Changes the switches of the whole site. Reading them is a public read. */
@Controller()
export class SiteSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Put('settings/maintenance')
  @Access('owner')
  @Operation({
    summary: 'Switches maintenance; off takes a sign-in of the last five minutes',
    answers: SavedMaintenance,
  })
  async setMaintenance(
    @Body({ schema: SentMaintenance }) { isMaintenanceMode }: SentMaintenance,
    @CurrentActor() actor: Actor,
    @SignedInAt() signedInAt: number,
  ) {
    const changed = await this.rpc.call(settings.setMaintenance, { isMaintenanceMode, signedInAt }, actor);
    return { message: isMaintenanceMode ? maintenanceOn : maintenanceOff, settings: changed };
  }

  @Put('prices/settings/public-view-enabled')
  @Access('owner')
  @Operation({ summary: 'Shows or hides all boards', answers: SavedPublicView })
  async setPublicView(@Body({ schema: SentPublicView }) { enabled }: SentPublicView, @CurrentActor() actor: Actor) {
    const changed = await this.rpc.call(settings.setPublicView, { enabled }, actor);
    return { message: enabled ? publicViewOn : publicViewOff, settings: changed };
  }
}
