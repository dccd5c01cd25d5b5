import { boardScreens, type ScreenSettings, screensComplete } from '@sarafa/contracts';
import { Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { SettingsConfig } from '../settings.config.js';
import { SETTINGS_CONFIG } from '../settings.tokens.js';
import type { ShopScreens, ShopScreensDocument, StoredScreen } from './screen.schema.js';
import { ScreensRepository } from './screens.repository.js';

/** Keeps the screens that gateways check tokens against equal to the documents. */
@Injectable()
export class ScreensPublisher extends DocumentPublisher<ShopScreens> {
  constructor(
    shops: ScreensRepository,
    state: StatePublisher,
    @Inject(SETTINGS_CONFIG) { SWEEP_MS }: SettingsConfig,
    metrics: Metrics,
  ) {
    super('screens', shops, state, [boardScreens], SWEEP_MS, metrics, screensComplete);
  }

  protected valuesOf(shop: ShopScreensDocument): StateValue[] {
    return [{ stateKey: boardScreens, id: shop.id as string, value: { screens: shop.toObject().screens.map(settingsOf) } }];
  }
}

export function settingsOf({ _id: id, ...screen }: StoredScreen): ScreenSettings {
  const { name, layout_orientation, shows, overscan, video_turned } = screen;
  return { id, name, layout_orientation, shows, overscan, video_turned };
}
