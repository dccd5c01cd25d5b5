import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { AccessGuard } from './access.js';
import { BoardState } from './boards/board-state.js';
import { BoardStreams } from './boards/board-streams.js';
import { MarketClock } from './boards/market-clock.js';
import { PriceAnswers } from './boards/price-answers.js';
import { PublicReads } from './boards/public-reads.js';
import type { GatewayConfig } from './gateway.config.js';
import { GATEWAY_CONFIG, HOT_DOOR } from './gateway.tokens.js';
import { HealthController } from './health/health.controller.js';
import { HttpErrorFilter } from './http-errors.js';
import { RequestContextInterceptor } from './request-context.interceptor.js';

@Module({
  controllers: [HealthController],
  providers: [
    MarketClock,
    PriceAnswers,
    BoardState,
    PublicReads,
    BoardStreams,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: RequestContextInterceptor },
    { provide: APP_FILTER, useClass: HttpErrorFilter },
  ],
})
export class GatewayModule {
  static with(config: GatewayConfig, hot: FastifyInstance): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: HOT_DOOR, useValue: hot },
      ],
    };
  }
}
