import {
  type Actor,
  Done,
  Id,
  NewRateList,
  RateList,
  rateLists,
  RateListRevision,
  RateListUpdate,
  SavedRateList,
  texts,
  users,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { withNames } from './revisions.js';
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

  @Get('rate-lists/:id/revisions')
  @Access('admin')
  @Operation({
    summary: 'What a list has been within 400 days; newest first',
    answers: z.array(RateListRevision),
    errors: ['NOT_FOUND'],
  })
  async revisions(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<RateListRevision[]> {
    const [kept, admins] = await Promise.all([
      this.rpc.call(rateLists.revisions, { id }, actor),
      this.rpc.call(users.listAdmins, {}, actor),
    ]);
    return withNames(kept, admins);
  }
}
