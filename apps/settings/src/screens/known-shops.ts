import { Injectable } from '@nestjs/common';
import { PushSubscriptionsRepository } from '../phones/push-subscriptions.repository.js';
import { ScreenStatesRepository } from '../screen-states/screen-states.repository.js';
import { ScreensRepository } from './screens.repository.js';

/** The accounts of which something is stored: a shop may allow alarms on its phones without ever pairing a screen, and so may an admin. */
@Injectable()
export class KnownShops {
  constructor(
    private readonly screens: ScreensRepository,
    private readonly states: ScreenStatesRepository,
    private readonly phones: PushSubscriptionsRepository,
  ) {}

  /** In order, each once. */
  async idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    const found = await Promise.all([this.screens, this.states, this.phones].map((stored) => stored.idsAfter(after, limit)));
    return [...new Set(found.flat())].sort().slice(0, limit);
  }
}
