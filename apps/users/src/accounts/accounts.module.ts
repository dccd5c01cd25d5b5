import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG, USERS_DB } from '../users.tokens.js';
import { Account, AccountSchema } from './account.schema.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository } from './accounts.repository.js';
import { FirstStart } from './first-start.js';

@Module({})
export class AccountsModule {
  static with(config: UsersConfig): DynamicModule {
    return {
      module: AccountsModule,
      imports: [MongooseModule.forFeature([{ name: Account.name, schema: AccountSchema }], USERS_DB)],
      providers: [{ provide: USERS_CONFIG, useValue: config }, AccountsRepository, AccountsPublisher, FirstStart],
    };
  }
}
