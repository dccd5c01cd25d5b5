import { Module } from '@nestjs/common';
import { MarketLease } from './market.lease.js';

/** The process's one lease, for everything that only the leader does. */
@Module({ providers: [MarketLease], exports: [MarketLease] })
export class MarketLeaseModule {}
