import { type Actor, type ScreenCommand, screens, type ScreenUpdate } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { type Listed, ScreensService } from './screens.service.js';

@Controller()
export class ScreensController {
  constructor(private readonly screens: ScreensService) {}

  @Handles(screens.list)
  list(listed: Listed, actor: Actor) {
    return this.screens.list(actor, listed);
  }

  @Handles(screens.states)
  states({ after }: { after?: string | undefined }, actor: Actor) {
    return this.screens.statesAfter(actor, after);
  }

  @Handles(screens.get)
  get({ id }: { id: string }, actor: Actor) {
    return this.screens.get(actor, id);
  }

  @Handles(screens.isThere)
  async isThere({ id }: { id: string }) {
    return { isThere: (await this.screens.find(id)) !== null };
  }

  @Handles(screens.update)
  update({ id, ...fields }: ScreenUpdate & { id: string }, actor: Actor) {
    return this.screens.update(actor, id, fields);
  }

  @Handles(screens.snooze)
  snooze({ id, until }: { id: string; until: string | null }, actor: Actor) {
    return this.screens.snooze(actor, id, until === null ? null : new Date(until));
  }

  @Handles(screens.commanded)
  async commanded({ id, command }: { id: string; command: ScreenCommand }, actor: Actor) {
    await this.screens.commanded(actor, id, command);
    return {};
  }

  @Handles(screens.delete)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.screens.delete(actor, id);
    return {};
  }
}
