import {
  type Actor,
  IntervalSettings,
  limits,
  prices,
  type PriceSettings,
  priceSettings,
  SavedIntervals,
  SentDynamicInterval,
  SentUpdateInterval,
  texts,
} from '@sarafa/contracts';
import { RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';

const { updateIntervals, updateIntervalHint, updateIntervalSet, dynamicIntervals, dynamicHints, dynamicIntervalSet } =
  texts.prices;

@Controller('admin')
export class PriceSettingsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
  ) {}

  @Get('price-settings')
  @Access('admin')
  @Operation({ summary: 'How often the market is asked, in milliseconds', answers: IntervalSettings })
  async updateSettings() {
    return updateSettings(await this.state.need(priceSettings, ''));
  }

  @Put('price-settings')
  @Access('admin')
  @Operation({ summary: 'Sets how often the market is asked', answers: SavedIntervals })
  async setUpdateInterval(
    @Body({ schema: SentUpdateInterval }) { interval }: SentUpdateInterval,
    @CurrentActor() actor: Actor,
  ) {
    const settings = updateSettings(await this.rpc.call(prices.setUpdateInterval, { interval }, actor));
    return { message: updateIntervalSet(updateIntervals[interval]), settings };
  }

  @Get('dynamic-price-settings')
  @Access('admin')
  @Operation({
    summary: 'How often boards move unless their shop says otherwise, in minutes',
    answers: IntervalSettings,
  })
  async dynamicSettings() {
    return dynamicSettings(await this.state.need(priceSettings, ''));
  }

  @Put('dynamic-price-settings')
  @Access('admin')
  @Operation({ summary: 'Sets how often boards move', answers: SavedIntervals })
  async setDynamicInterval(
    @Body({ schema: SentDynamicInterval }) { interval }: SentDynamicInterval,
    @CurrentActor() actor: Actor,
  ) {
    const settings = dynamicSettings(await this.rpc.call(prices.setDynamicInterval, { interval }, actor));
    return { message: dynamicIntervalSet(dynamicIntervals[interval]), settings };
  }
}

function updateSettings({ updateIntervalMs }: PriceSettings): IntervalSettings {
  const availableIntervals = limits.updateIntervals.map((value) => {
    const label = updateIntervals[value];
    return { value, label, description: updateIntervalHint(label) };
  });
  return { currentInterval: updateIntervalMs, availableIntervals };
}

function dynamicSettings({ dynamicPriceInterval }: PriceSettings): IntervalSettings {
  const availableIntervals = limits.dynamicPriceIntervals.map((value) => {
    return { value, label: dynamicIntervals[value], description: dynamicHints[value] };
  });
  return { currentInterval: dynamicPriceInterval, availableIntervals };
}
