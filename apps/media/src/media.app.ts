import { service } from '@sarafa/server';
import { MediaConfig } from './media.config.js';
import { MediaModule } from './media.module.js';

export const mediaApp = service({ name: 'media', config: MediaConfig, module: MediaModule.with });
