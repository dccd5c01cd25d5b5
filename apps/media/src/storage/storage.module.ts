import { type DynamicModule, Module } from '@nestjs/common';
import type { MediaConfig } from '../media.config.js';
import { MEDIA_CONFIG } from '../media.tokens.js';
import { Bucket } from './bucket.js';
import { Objects } from './objects.js';

/** The storage that all modules of media use. */
@Module({})
export class StorageModule {
  static with(config: MediaConfig): DynamicModule {
    const providers = [{ provide: MEDIA_CONFIG, useValue: config }, Bucket, Objects];
    return { module: StorageModule, global: true, providers, exports: providers };
  }
}
