import { priceSettings, type ShopDashboard, type ShopProfile } from '@sarafa/contracts';
import { shopDashboard } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** Shops as they are answered, with what the provider's settings and the clock say of them. */
@Injectable()
export class ShopAnswers {
  constructor(private readonly state: StateCache) {}

  async of(profiles: ShopProfile[]): Promise<ShopDashboard[]> {
    const settings = await this.state.need(priceSettings, '');
    const now = Date.now();
    return profiles.map((profile) => shopDashboard(profile, settings, now));
  }

  /** What a write answers. One that couldn't be answered isn't made: who is told that it failed would make it again. */
  async told(message: string, write: () => Promise<ShopProfile>): Promise<{ message: string; user: ShopDashboard }> {
    const settings = await this.state.need(priceSettings, '');
    return { message, user: shopDashboard(await write(), settings, Date.now()) };
  }
}
