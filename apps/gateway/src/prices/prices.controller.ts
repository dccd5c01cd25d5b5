import { type Actor, HistoryQuery, parseInput, portalTexts, prices, type PriceStatus, WithdrawnMetal } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { PriceStatusReads } from './price-status.js';

/** How the market does, and what people ask of it. */
@Controller()
export class PricesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly status: PriceStatusReads,
  ) {}

  @Get('admin/price-status')
  @Access('admin')
  priceStatus(): Promise<PriceStatus> {
    return this.status.read();
  }

  /** The answer of pricing comes after the state it has published. */
  @Post('admin/price-refresh')
  @HttpCode(200)
  @Access('admin')
  async refresh(@CurrentActor() actor: Actor): Promise<PriceStatus> {
    await this.rpc.call(prices.refresh, {}, actor);
    return this.status.read();
  }

  @Get('admin/quarantine')
  @Access('admin')
  listQuarantine(@CurrentActor() actor: Actor) {
    return this.rpc.call(prices.listQuarantine, {}, actor);
  }

  @Post('admin/quarantine/:id/release')
  @HttpCode(200)
  @Access('admin')
  async release(@Param('id') id: string, @CurrentActor() actor: Actor) {
    return { message: portalTexts.prices.released, quote: await this.rpc.call(prices.release, { id }, actor) };
  }

  @Get('admin/quotes')
  @Access('admin')
  listQuotes(@CurrentActor() actor: Actor) {
    return this.rpc.call(prices.listQuotes, {}, actor);
  }

  @Post('admin/quotes/:seq/withdraw')
  @HttpCode(200)
  @Access('admin')
  async withdraw(@Param('seq') seq: string, @Query() query: unknown, @CurrentActor() actor: Actor) {
    const { metal } = parseInput(WithdrawnMetal, query);
    return { message: portalTexts.prices.withdrawn, quote: await this.rpc.call(prices.withdraw, { seq, metal }, actor) };
  }

  @Get('prices/history')
  @Access('admin', 'user')
  history(@Query() query: unknown, @CurrentActor() actor: Actor) {
    return this.rpc.call(prices.history, parseInput(HistoryQuery, query), actor);
  }
}
