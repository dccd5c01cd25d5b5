import { type DynamicModule, Module } from '@nestjs/common';
import { type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminsModule } from './admins/admins.module.js';
import { ShopsModule } from './shops/shops.module.js';
import type { UsersConfig } from './users.config.js';
import { USERS_DB } from './users.tokens.js';

@Module({})
export class UsersModule {
  static with(config: UsersConfig, { health }: AppContext): DynamicModule {
    const database = mongo(config.MONGO_URL, USERS_DB, health);
    return { module: UsersModule, imports: [database, AccountsModule.with(config), AdminsModule, ShopsModule] };
  }
}
