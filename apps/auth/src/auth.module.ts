import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import type { AuthConfig } from './auth.config.js';
import { AUTH_CONFIG, AUTH_DB } from './auth.tokens.js';
import { ScreenTokensController } from './screens/screen-tokens.controller.js';
import { ServiceTokensController } from './services/service-tokens.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { KnownDevice, KnownDeviceSchema } from './sign-in/known-device.schema.js';
import { KnownDevicesRepository } from './sign-in/known-devices.repository.js';
import { SignInCountsRepository } from './sign-in/sign-in-counts.repository.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { KeyRing, KeyRingSchema } from './signing-keys/key-ring.schema.js';
import { PeoplesKeys, ScreensKeys } from './signing-keys/rings.js';
import { SigningKeysRepository } from './signing-keys/signing-keys.repository.js';
import { TokenSigner } from './signing-keys/token-signer.js';
import { StreamKeeper } from './streams/stream-keeper.js';

@Module({})
export class AuthModule {
  static with(config: AuthConfig, { health }: AppContext): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        mongo(config.MONGO_URL, AUTH_DB, health),
        MongooseModule.forFeature(
          [
            { name: KeyRing.name, schema: KeyRingSchema },
            { name: KnownDevice.name, schema: KnownDeviceSchema },
          ],
          AUTH_DB,
        ),
      ],
      controllers: [SignInController, ScreenTokensController, ServiceTokensController],
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        StreamKeeper,
        SigningKeysRepository,
        PeoplesKeys,
        ScreensKeys,
        TokenSigner,
        SignInCountsRepository,
        KnownDevicesRepository,
        SignInService,
      ],
    };
  }
}
