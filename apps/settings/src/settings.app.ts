import { service } from '@sarafa/server';
import { SettingsConfig } from './settings.config.js';
import { SettingsModule } from './settings.module.js';

export const settingsApp = service({ name: 'settings', config: SettingsConfig, module: SettingsModule.with });
