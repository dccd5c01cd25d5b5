import { type Actor, type DynamicPriceInterval, prices } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { PriceSettingsService } from './price-settings.service.js';

@Controller()
export class PriceSettingsController {
  constructor(private readonly settings: PriceSettingsService) {}

  @Handles(prices.setDynamicInterval)
  setDynamicInterval({ interval }: { interval: DynamicPriceInterval }, actor: Actor) {
    return this.settings.setDynamicInterval(actor, interval);
  }
}
