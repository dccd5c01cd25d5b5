import { service, StoreConfig } from '@sarafa/server';
import { MediaModule } from './media.module.js';

export const mediaApp = service({ name: 'media', config: StoreConfig, module: MediaModule.with });
