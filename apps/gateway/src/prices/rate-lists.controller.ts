import {
  type Actor,
  Done,
  Id,
  NewRateList,
  RateList,
  rateLists,
  RateListSetting,
  RateListUpdate,
  SavedRateList,
  texts,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Access, CurrentActor } from '../access.js';
import { RepeatKey } from '../idempotency-key.js';
import { Operation } from '../operation.js';

const { created, updated, deleted } = texts.rateLists;

/** Fixed rates that shops may have in place of the market's (rule 3.17). */
@Controller('admin')
export class RateListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('rate-lists')
  @Access('admin')
  @Operation({ summary: 'All lists of fixed rates, by name', answers: z.array(RateList) })
  list(@CurrentActor() actor: Actor) {
    return this.rpc.call(rateLists.list, {}, actor);
  }

  @Post('rate-lists')
  @Access('admin')
  @Operation({ summary: 'Makes a list', answers: SavedRateList })
  async create(@Body({ schema: NewRateList }) list: NewRateList, @CurrentActor() actor: Actor, @RepeatKey() key?: string) {
    return { message: created, rateList: await this.rpc.call(rateLists.create, { ...list, key }, actor) };
  }

  @Put('rate-lists/:id')
  @Access('admin')
  @Operation({
    summary: 'Changes a list; fields that are left out stay',
    description: 'A rate that is sent, also an unchanged one, renews the time from which the list is valid.',
    answers: SavedRateList,
    errors: ['NOT_FOUND'],
  })
  async update(
    @Body({ schema: RateListUpdate }) fields: RateListUpdate,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    return { message: updated, rateList: await this.rpc.call(rateLists.update, { ...fields, id }, actor) };
  }

  @Delete('rate-lists/:id')
  @Access('admin')
  @Operation({ summary: 'Deletes a list that no shop uses', answers: Done, errors: ['NOT_FOUND', 'CONFLICT'] })
  async delete(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(rateLists.delete, { id }, actor);
    return { message: deleted };
  }

  @Get('rate-lists/:id/history')
  @Access('admin')
  @Operation({
    summary: 'The rates that a list has had; newest first',
    answers: z.array(RateListSetting),
    errors: ['NOT_FOUND'],
  })
  history(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    return this.rpc.call(rateLists.history, { id }, actor);
  }
}
