import {
  type Actor,
  AppError,
  SavedMaintenance,
  SavedPublicView,
  SentMaintenance,
  SentPublicView,
  settings,
  texts,
} from '@sarafa/contracts';
import { RpcClient, type Session } from '@sarafa/server';
import { Body, Controller, Put } from '@nestjs/common';
import { Access, CurrentActor, CurrentSession, Fresh, freshSignInNeeded } from '../access.js';
import { Operation } from '../operation.js';

const { maintenanceOn, maintenanceOff, publicViewOn, publicViewOff } = texts.site;

/** Changes the switches of the whole site. Reading them is a public read. */
@Controller()
export class SiteSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Put('settings/maintenance')
  @Access('owner')
  @Fresh('where it is switched off')
  @Operation({ summary: 'Switches maintenance', answers: SavedMaintenance })
  async setMaintenance(
    @Body({ schema: SentMaintenance }) { isMaintenanceMode }: SentMaintenance,
    @CurrentSession() { actor, signedInAt }: Session,
  ) {
    const set = this.rpc.call(settings.setMaintenance, { isMaintenanceMode, signedInAt }, actor);
    // Only settings knows whether maintenance is on, so that switching it off needs a fresh sign-in, and says that in a word that
    // gateways of the release before know too.
    const changed = await set.catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'FORBIDDEN' ? freshSignInNeeded(error.message) : error;
    });
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
