import {
  boardHold,
  boardRateRows,
  type Hold,
  holdsComplete,
  type MarketStatus,
  marketStatus,
  priceSettings,
  type PriceSettings,
  rateRowsComplete,
  shopRateList,
  type StateKey,
} from '@sarafa/contracts';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { Answer } from './answer.js';
import type { KnownShop } from './known-shop.js';
import { PriceAnswers, type PriceGroup } from './price-answers.js';

/** What decides a shop's prices beside its profile. Without these it has no prices yet, but everything else. */
export const PRICING: StateKey[] = [boardRateRows, boardHold, shopRateList];

/** What a shop's boards are priced by. */
export interface ShopPricing {
  readonly shop: KnownShop;
  readonly hold: Hold | null;
  readonly group: PriceGroup;
  /** When time alone changes this; milliseconds since 1970. */
  readonly until: number;
  /** The provider's settings that it was made with. */
  readonly settings: PriceSettings;
}

/** The pricings of all shops, from memory. */
@Injectable()
export class ShopPricings {
  constructor(
    private readonly state: StateCache,
    private readonly answers: PriceAnswers,
  ) {
    state.nullOnlyIf(boardRateRows, () => this.isComplete(rateRowsComplete, 'marksRateRows'));
    state.nullOnlyIf(boardHold, () => this.isComplete(holdsComplete, 'marksHolds'));
  }

  /** Undefined while a part isn't known. */
  of(userId: string, shop: KnownShop): ShopPricing | undefined {
    const [rows, hold] = [this.state.peek(boardRateRows, userId), this.holdOf(userId)];
    if (rows === undefined || hold === undefined) return undefined;
    const group = this.answers.groupOf(shop, rows, hold);
    const until = Math.min(shop.until, hold ? Date.parse(hold.until) : Infinity);
    return { shop, hold, group, until, settings: this.settings! };
  }

  /** Whether a pricing still holds. The shop's own state isn't looked at, because open boards are told of its changes. */
  isInForce({ until, settings }: ShopPricing): boolean {
    return settings === this.settings && Date.now() < until;
  }

  /** Undefined while a part of the market isn't known. */
  answer(pricing: ShopPricing): Answer | undefined {
    return this.answers.of(pricing);
  }

  /** The hold that is on; null for none, undefined when it isn't known yet. */
  holdOf(userId: string): Hold | null | undefined {
    const hold = this.state.peek(boardHold, userId);
    return hold && Date.now() >= Date.parse(hold.until) ? null : hold;
  }

  /** When the hold that is on ends, in milliseconds since 1970; undefined without one. */
  holdEnd(userId: string): number | undefined {
    const hold = this.holdOf(userId);
    return hold ? Date.parse(hold.until) : undefined;
  }

  private get settings(): PriceSettings | null | undefined {
    return this.state.peek(priceSettings, '');
  }

  /**
   * Whether a shop without rows or without a hold in KV has none; otherwise its board would show other rates until pricing has
   * filled KV again. Pricing of an earlier release, beside which this one may run, doesn't say when it has done so.
   */
  private async isComplete(marker: StateKey, isMarked: 'marksRateRows' | 'marksHolds'): Promise<boolean> {
    if ((await this.state.ask(marker, '')) !== null) return true;
    const status: MarketStatus | null = await this.state.ask(marketStatus, '');
    return status?.[isMarked] === false;
  }
}
