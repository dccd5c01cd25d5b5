import { type Actor, AdsEnabled, dashboardTexts, DisplayTimes, parseInput, users } from '@sarafa/contracts';
import { ownUserId, RpcClient } from '@sarafa/server';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { ShopAnswers } from './shop-answers.js';

const { ads, times: displayTimes } = dashboardTexts;

/** What a shop reads and changes of itself without naming itself. */
@Controller()
export class OwnShopController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: ShopAnswers,
  ) {}

  @Get('user/profile/me')
  @Access('user')
  async profile(@CurrentActor() actor: Actor) {
    const profile = await this.rpc.call(users.getShop, { id: ownUserId(actor) }, actor);
    return (await this.answers.of([profile]))[0];
  }

  @Put('user/display-times')
  @Access('user')
  async setDisplayTimes(@Body() body: unknown, @CurrentActor() actor: Actor) {
    const times = parseInput(DisplayTimes, body);
    return this.answers.told(displayTimes.updated, () => this.rpc.call(users.setDisplayTimes, times, actor));
  }

  @Put('advertisements/toggle-ads')
  @Access('user')
  async setAdsEnabled(@Body() body: unknown, @CurrentActor() actor: Actor) {
    const fields = parseInput(AdsEnabled, body);
    return this.answers.told(ads.updated, () => this.rpc.call(users.setAdsEnabled, fields, actor));
  }
}
