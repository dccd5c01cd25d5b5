import { type Actor, screenAlarms, type SentPushSubscription } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { PhonesService } from '../phones/phones.service.js';
import { AlarmsService } from './alarms.service.js';

@Controller()
export class AlarmsController {
  constructor(
    private readonly alarms: AlarmsService,
    private readonly phones: PhonesService,
  ) {}

  @Handles(screenAlarms.list)
  list({ userId }: { userId?: string | undefined }, actor: Actor) {
    return this.alarms.list(actor, userId);
  }

  @Handles(screenAlarms.pushKey)
  async pushKey() {
    return { key: await this.phones.pushKey() };
  }

  @Handles(screenAlarms.subscribe)
  async subscribe(sent: SentPushSubscription, actor: Actor) {
    return { id: await this.phones.subscribe(actor, sent) };
  }

  @Handles(screenAlarms.unsubscribe)
  async unsubscribe({ id }: { id: string }, actor: Actor) {
    await this.phones.unsubscribe(actor, id);
    return {};
  }
}
