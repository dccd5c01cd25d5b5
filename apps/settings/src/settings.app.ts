import { service, StoreConfig } from '@sarafa/server';
import { SettingsModule } from './settings.module.js';

export const settingsApp = service({ name: 'settings', config: StoreConfig, module: SettingsModule.with });
