import { type Actor, type AdminUpdate, type NewAdmin, users } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import type { Change, Creation } from '../accounts/new-accounts.js';
import { AdminsService } from './admins.service.js';

@Controller()
export class AdminsController {
  constructor(private readonly admins: AdminsService) {}

  @Handles(users.listAdmins)
  list(_: object, actor: Actor) {
    return this.admins.list(actor);
  }

  @Handles(users.createAdmin)
  create(creation: Creation<NewAdmin>, actor: Actor) {
    return this.admins.create(actor, creation);
  }

  @Handles(users.updateAdmin)
  update({ id, fields, logo_url }: Change<AdminUpdate>, actor: Actor) {
    return this.admins.update(actor, id, fields, logo_url);
  }

  @Handles(users.deleteAdmin)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.admins.delete(actor, id);
    return {};
  }
}
