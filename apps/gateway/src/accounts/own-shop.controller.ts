import { type Actor, AdsEnabled, DisplayTimes, SavedShop, ShopDashboard, texts, users } from '@sarafa/contracts';
import { ownUserId, RpcClient } from '@sarafa/server';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';
import { ShopAnswers } from './shop-answers.js';

const { adsUpdated, timesUpdated } = texts.ownShop;

/** What a shop reads and changes of its own, without naming itself. */
@Controller()
export class OwnShopController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: ShopAnswers,
  ) {}

  @Get('user/profile/me')
  @Access('user')
  @Operation({ summary: "One's own shop", answers: ShopDashboard })
  async profile(@CurrentActor() actor: Actor) {
    const profile = await this.rpc.call(users.getShop, { id: ownUserId(actor) }, actor);
    const [shop] = await this.answers.of([profile]);
    return shop!;
  }

  @Put('user/display-times')
  @Access('user')
  @Operation({ summary: 'How long prices and image ads show, in seconds', answers: SavedShop })
  async setDisplayTimes(@Body({ schema: DisplayTimes }) times: DisplayTimes, @CurrentActor() actor: Actor) {
    return this.answers.saved(timesUpdated, () => this.rpc.call(users.setDisplayTimes, times, actor));
  }

  @Put('advertisements/toggle-ads')
  @Access('user')
  @Operation({ summary: 'Whether ads show', answers: SavedShop })
  async setAdsEnabled(@Body({ schema: AdsEnabled }) fields: AdsEnabled, @CurrentActor() actor: Actor) {
    return this.answers.saved(adsUpdated, () => this.rpc.call(users.setAdsEnabled, fields, actor));
  }
}
