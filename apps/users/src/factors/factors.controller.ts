import { type Actor, type NewPasskey, users } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { FactorsService } from './factors.service.js';

@Controller()
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Handles(users.listFactors)
  list(_: object, actor: Actor) {
    return this.factors.list(actor);
  }

  @Handles(users.beginTotp)
  beginTotp(_: object, actor: Actor) {
    return this.factors.beginTotp(actor);
  }

  @Handles(users.confirmTotp)
  confirmTotp({ code }: { code: string }, actor: Actor) {
    return this.factors.confirmTotp(actor, code);
  }

  @Handles(users.beginPasskey)
  beginPasskey({ host }: { host: string }, actor: Actor) {
    return this.factors.beginPasskey(actor, host);
  }

  @Handles(users.addPasskey)
  addPasskey(passkey: NewPasskey & { host: string }, actor: Actor) {
    return this.factors.addPasskey(actor, passkey);
  }

  @Handles(users.removeFactor)
  async remove({ id }: { id: string }, actor: Actor) {
    await this.factors.remove(actor, id);
    return {};
  }

  @Handles(users.resetFactors)
  async reset({ id }: { id: string }, actor: Actor) {
    await this.factors.reset(actor, id);
    return {};
  }
}
