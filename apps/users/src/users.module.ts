import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { audit } from '@sarafa/contracts';
import { type AppContext } from '@sarafa/server';
import { auditController, mongo } from '@sarafa/server/mongo';
import { ACCOUNT, AccountSchema } from './accounts/account.schema.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsPublisher } from './accounts/accounts.publisher.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { AccountsService } from './accounts/accounts.service.js';
import { FirstStart } from './accounts/first-start.js';
import { NewAccounts } from './accounts/new-accounts.js';
import { Passwords } from './accounts/passwords.js';
import { AdminsController } from './admins/admins.controller.js';
import { AdminsRepository } from './admins/admins.repository.js';
import { AdminsService } from './admins/admins.service.js';
import { UsersAudit } from './audit/users-audit.repository.js';
import { FactorDeadline } from './factors/factor-deadline.js';
import { FactorsController } from './factors/factors.controller.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { FactorsService } from './factors/factors.service.js';
import { SecondSteps } from './factors/second-steps.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ShopsController } from './shops/shops.controller.js';
import { ShopsRepository } from './shops/shops.repository.js';
import { ShopsService } from './shops/shops.service.js';
import type { UsersConfig } from './users.config.js';
import { USERS_CONFIG, USERS_DB } from './users.tokens.js';

const ACCOUNTS = [AccountsRepository, AccountsPublisher, AccountsService, Passwords, NewAccounts, FirstStart];
const SESSIONS = [SessionsRepository, SessionsService];
const FACTORS = [FactorDeadline, FactorsRepository, FactorsService, SecondSteps];
const ADMINS = [AdminsRepository, AdminsService];
const SHOPS = [ShopsRepository, ShopsService];

@Module({})
export class UsersModule {
  static with(config: UsersConfig, { health }: AppContext): DynamicModule {
    return {
      module: UsersModule,
      imports: [
        mongo(config.MONGO_URL, USERS_DB, health),
        MongooseModule.forFeature([{ name: ACCOUNT, schema: AccountSchema }], USERS_DB),
      ],
      controllers: [
        auditController(audit.users, UsersAudit),
        AccountsController,
        SessionsController,
        FactorsController,
        AdminsController,
        ShopsController,
      ],
      providers: [
        { provide: USERS_CONFIG, useValue: config },
        UsersAudit,
        ...ACCOUNTS,
        ...SESSIONS,
        ...FACTORS,
        ...ADMINS,
        ...SHOPS,
      ],
    };
  }
}
