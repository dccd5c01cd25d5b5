import {
  type Actor,
  Done,
  Id,
  PushKey,
  SavedPushSubscription,
  ScreenAlarms,
  screenAlarms,
  SentPushSubscription,
  texts,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';

const OfShop = z.object({ userId: Id.optional() });
type OfShop = z.infer<typeof OfShop>;

/** Alarms of screens that don't play, and the phones that they come to (rule 14.10). */
@Controller('screens')
export class ScreenAlarmsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('alarms')
  @Access('admin', 'user')
  @Operation({ summary: "The last alarms: one's own, of one shop, or of all", answers: ScreenAlarms })
  list(@Query({ schema: OfShop }) { userId }: OfShop, @CurrentActor() actor: Actor) {
    return this.rpc.call(screenAlarms.list, { userId }, actor);
  }

  @Get('push-key')
  @Access('admin', 'user')
  @Operation({ summary: 'The key for which a phone allows Web Push', answers: PushKey })
  pushKey(@CurrentActor() actor: Actor) {
    return this.rpc.call(screenAlarms.pushKey, {}, actor);
  }

  @Post('push-subscriptions')
  @Access('admin', 'user')
  @Operation({ summary: "Sends the account's alarms to this device too", answers: SavedPushSubscription, errors: ['CONFLICT'] })
  async subscribe(@Body({ schema: SentPushSubscription }) sent: SentPushSubscription, @CurrentActor() actor: Actor) {
    return { message: texts.screens.subscribed, ...(await this.rpc.call(screenAlarms.subscribe, sent, actor)) };
  }

  @Delete('push-subscriptions/:id')
  @Access('viewer', 'user')
  @Operation({ summary: 'Sends no alarms to this device any more', answers: Done, errors: ['NOT_FOUND'] })
  async unsubscribe(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(screenAlarms.unsubscribe, { id }, actor);
    return { message: texts.screens.unsubscribed };
  }
}
