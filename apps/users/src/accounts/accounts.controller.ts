import { type Actor, type Credentials, type PasswordChange, users } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Handles(users.verifyPassword)
  verify(credentials: Credentials) {
    return this.accounts.verify(credentials);
  }

  @Handles(users.getLogo)
  async getLogo({ id }: { id: string }) {
    return { logo_url: await this.accounts.logoOf(id) };
  }

  @Handles(users.changePassword)
  changePassword(passwords: PasswordChange, actor: Actor) {
    return this.accounts.changePassword(actor, passwords);
  }

  @Handles(users.endSessions)
  async endSessions(_: object, actor: Actor) {
    await this.accounts.endSessions(actor);
    return {};
  }
}
