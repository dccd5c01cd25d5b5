import { type Actor, type NewRateList, rateLists, type RateListUpdate } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { RateListsService } from './rate-lists.service.js';

@Controller()
export class RateListsController {
  constructor(private readonly lists: RateListsService) {}

  @Handles(rateLists.list)
  list(_: object, actor: Actor) {
    return this.lists.list(actor);
  }

  @Handles(rateLists.get)
  get({ id, reserve }: { id: string; reserve?: string | undefined }, actor: Actor) {
    return this.lists.get(actor, id, reserve);
  }

  @Handles(rateLists.release)
  async release({ id, reserved }: { id: string; reserved: string }, actor: Actor) {
    await this.lists.release(actor, id, reserved);
    return {};
  }

  @Handles(rateLists.create)
  create(list: NewRateList & { key?: string | undefined }, actor: Actor) {
    return this.lists.create(actor, list);
  }

  @Handles(rateLists.update)
  update({ id, ...fields }: RateListUpdate & { id: string }, actor: Actor) {
    return this.lists.update(actor, id, fields);
  }

  @Handles(rateLists.delete)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.lists.delete(actor, id);
    return {};
  }

  @Handles(rateLists.revisions)
  revisions({ id }: { id: string }, actor: Actor) {
    return this.lists.revisions(actor, id);
  }
}
