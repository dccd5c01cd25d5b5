import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from './access.js';
import { LogosClient } from './accounts/logos.client.js';
import { ShopAnswers } from './accounts/shop-answers.js';
import { UploadsClient } from './advertisements/uploads.client.js';
import { BoardReleases } from './boards/board-releases.js';
import { BoardAnswers } from './boards/board-answers.js';
import { BoardFanOut } from './boards/board-fan-out.js';
import { BoardStreams } from './boards/board-streams.js';
import { MarketClock } from './boards/market-clock.js';
import { PriceAnswers } from './boards/price-answers.js';
import { BoardsController } from './boards/boards.controller.js';
import { PublicReads } from './boards/public-reads.js';
import { FilePlaces, StreamPlaces } from './edge/fair-places.js';
import { PublicLimit } from './edge/public-limit.js';
import { ClientAddresses } from './edge/client-addresses.js';
import { AccountLimit } from './edge/account-limit.js';
import type { FastPath } from './edge/fast-path.js';
import type { GatewayConfig } from './gateway.config.js';
import { controllers } from './gateway.routes.js';
import { GATEWAY_CONFIG, FAST_PATH } from './gateway.tokens.js';
import { RemovedScreens, UnknownShops } from './gone-ids.js';
import { HttpErrorFilter } from './http-error.filter.js';
import { InputPipe } from './input.pipe.js';
import { OpenBoardsSurvey } from './overview/open-boards.survey.js';
import { NextDutyReads } from './prices/next-duty.js';
import { PriceStatusReads } from './prices/price-status.js';
import { RateCards } from './rate-cards/rate-cards.js';
import { RequestContextInterceptor } from './request-context.interceptor.js';
import { BeatsController } from './screens/beats.controller.js';
import { RatesTimes } from './screens/rates-times.js';
import { ScreenBeats } from './screens/screen-beats.js';
import { ScreenCommands } from './screens/screen-commands.js';
import { ScreenStreams } from './screens/screen-streams.js';
import { ScreenTokens } from './screens/screen-tokens.js';
import { SeenSessions } from './sessions/seen-sessions.js';
import { MediaProxy } from './site/media-proxy.js';
import { ReleaseFiles } from './site/release-files.js';

@Module({
  controllers,
  providers: [
    MarketClock,
    PriceAnswers,
    BoardAnswers,
    PublicLimit,
    ClientAddresses,
    AccountLimit,
    SeenSessions,
    PublicReads,
    BoardsController,
    StreamPlaces,
    FilePlaces,
    BoardReleases,
    RemovedScreens,
    UnknownShops,
    ScreenStreams,
    BoardFanOut,
    BoardStreams,
    RatesTimes,
    ScreenTokens,
    ScreenCommands,
    ScreenBeats,
    BeatsController,
    LogosClient,
    UploadsClient,
    ShopAnswers,
    OpenBoardsSurvey,
    PriceStatusReads,
    NextDutyReads,
    RateCards,
    MediaProxy,
    ReleaseFiles,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_INTERCEPTOR, useClass: RequestContextInterceptor },
    { provide: APP_FILTER, useClass: HttpErrorFilter },
  ],
})
export class GatewayModule {
  static with(config: GatewayConfig, fastPath: FastPath): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: FAST_PATH, useValue: fastPath },
      ],
    };
  }
}
