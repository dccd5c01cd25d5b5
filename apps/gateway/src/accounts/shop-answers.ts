import { priceSettings, type ShopDashboard, type ShopProfile } from '@sarafa/contracts';
import { shopDashboard } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** Shops as the API answers them: the profile, with the provider's settings and the state of the subscription applied. */
@Injectable()
export class ShopAnswers {
  constructor(private readonly state: StateCache) {}

  async of(profiles: ShopProfile[]): Promise<ShopDashboard[]> {
    const settings = await this.state.need(priceSettings, '');
    const now = Date.now();
    return profiles.map((profile) => shopDashboard(profile, settings, now));
  }

  /**
   * The answer of a write. A write that couldn't be answered isn't made, because a client that is told of a failure would
   * repeat it.
   */
  async saved(message: string, write: () => Promise<ShopProfile>): Promise<{ message: string; user: ShopDashboard }> {
    const settings = await this.state.need(priceSettings, '');
    return { message, user: shopDashboard(await write(), settings, Date.now()) };
  }
}
