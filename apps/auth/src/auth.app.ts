import { service } from '@sarafa/server';
import { AuthConfig } from './auth.config.js';
import { AuthModule } from './auth.module.js';

export const authApp = service({ name: 'auth', config: AuthConfig, module: AuthModule.with });
