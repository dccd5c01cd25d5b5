import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessGuard } from './access.js';
import { AdminsController } from './accounts/admins.controller.js';
import { LogosClient } from './accounts/logos.client.js';
import { OwnShopController } from './accounts/own-shop.controller.js';
import { ShopAnswers } from './accounts/shop-answers.js';
import { ShopsController } from './accounts/shops.controller.js';
import { AdvertisementsController } from './advertisements/advertisements.controller.js';
import { UploadsClient } from './advertisements/uploads.client.js';
import { BoardReleases } from './boards/board-releases.js';
import { BoardState } from './boards/board-state.js';
import { BoardStreams } from './boards/board-streams.js';
import { MarketClock } from './boards/market-clock.js';
import { PriceAnswers } from './boards/price-answers.js';
import { PublicReads } from './boards/public-reads.js';
import { StreamPlaces } from './boards/stream-places.js';
import { AddressLimit } from './door/address-limit.js';
import type { HotDoor } from './door/hot-door.js';
import type { GatewayConfig } from './gateway.config.js';
import { GATEWAY_CONFIG, HOT_DOOR } from './gateway.tokens.js';
import { HealthController } from './health/health.controller.js';
import { HttpErrorFilter } from './http-errors.js';
import { ChatController } from './overview/chat.controller.js';
import { OpenBoardsSurvey } from './overview/open-boards.survey.js';
import { OverviewController } from './overview/overview.controller.js';
import { CustomTablesController } from './prices/custom-tables.controller.js';
import { PriceSettingsController } from './prices/price-settings.controller.js';
import { PriceStatusReads } from './prices/price-status.js';
import { PricesController } from './prices/prices.controller.js';
import { RequestContextInterceptor } from './request-context.interceptor.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { ReleaseFiles } from './site/release-files.js';
import { SiteSettingsController } from './site/site-settings.controller.js';

@Module({
  controllers: [
    HealthController,
    SessionsController,
    AdminsController,
    OwnShopController,
    ShopsController,
    OverviewController,
    ChatController,
    AdvertisementsController,
    CustomTablesController,
    PricesController,
    PriceSettingsController,
    SiteSettingsController,
  ],
  providers: [
    MarketClock,
    PriceAnswers,
    BoardState,
    AddressLimit,
    PublicReads,
    StreamPlaces,
    BoardReleases,
    BoardStreams,
    LogosClient,
    UploadsClient,
    ShopAnswers,
    OpenBoardsSurvey,
    PriceStatusReads,
    ReleaseFiles,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: RequestContextInterceptor },
    { provide: APP_FILTER, useClass: HttpErrorFilter },
  ],
})
export class GatewayModule {
  static with(config: GatewayConfig, hot: HotDoor): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: HOT_DOOR, useValue: hot },
      ],
    };
  }
}
