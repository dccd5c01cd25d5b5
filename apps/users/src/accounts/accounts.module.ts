import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditController } from '../audit/audit.controller.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG, USERS_DB } from '../users.tokens.js';
import { ACCOUNT, AccountSchema } from './account.schema.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsService } from './accounts.service.js';
import { FirstStart } from './first-start.js';
import { NewAccounts } from './new-accounts.js';
import { Passwords } from './passwords.js';
import { FactorDeadline } from '../factors/factor-deadline.js';
import { FactorsController } from '../factors/factors.controller.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { FactorsService } from '../factors/factors.service.js';
import { SecondSteps } from '../factors/second-steps.js';
import { SessionsController } from '../sessions/sessions.controller.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** What both kinds of account share, and what the modules of admins and shops build on. */
@Module({})
export class AccountsModule {
  static with(config: UsersConfig): DynamicModule {
    const model = MongooseModule.forFeature([{ name: ACCOUNT, schema: AccountSchema }], USERS_DB);
    const shared = [
      UsersAudit,
      AccountsRepository,
      AccountsPublisher,
      Passwords,
      NewAccounts,
      FactorDeadline,
      FactorsRepository,
    ];
    return {
      module: AccountsModule,
      global: true,
      imports: [model],
      controllers: [AccountsController, SessionsController, FactorsController, AuditController],
      providers: [
        { provide: USERS_CONFIG, useValue: config },
        ...shared,
        ...[AccountsService, FirstStart, SessionsRepository, SessionsService],
        ...[FactorsService, SecondSteps],
      ],
      exports: [model, ...shared],
    };
  }
}
