import {
  type Actor,
  AppError,
  hasRates,
  Id,
  limits,
  RateList,
  RateListRevision,
  RateListUpdate,
  SavedRateList,
  type ShopProfile,
  shopRateLists,
  texts,
  USUAL_NAME,
  users,
} from '@sarafa/contracts';
import { requireOwnerOrAdmin, RpcClient } from '@sarafa/server';
import { Body, Controller, Get, HttpStatus, Param, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { withNames } from './revisions.js';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';

const { created, updated, mayNotSet } = texts.rateLists;

/** The list of fixed rates that a shop keeps itself (rule 3.23). */
@Controller('user/rate-list')
export class ShopRateListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get(':userId')
  @Access('admin', 'user')
  @Operation({ summary: 'The rate list that a shop keeps itself', answers: RateList, errors: ['NOT_FOUND'] })
  async get(@Param('userId', { schema: Id }) userId: string, @CurrentActor() actor: Actor): Promise<RateList> {
    await this.allowed(actor, userId);
    return this.rpc.call(shopRateLists.get, { userId }, actor);
  }

  @Get(':userId/revisions')
  @Access('admin', 'user')
  @Operation({
    summary: 'What the list of a shop is and has been within 400 days; newest first, empty without a list',
    answers: z.array(RateListRevision),
    errors: ['NOT_FOUND'],
  })
  async revisions(@Param('userId', { schema: Id }) userId: string, @CurrentActor() actor: Actor): Promise<RateListRevision[]> {
    const shop = await this.allowed(actor, userId);
    const kept = await this.rpc.call(shopRateLists.revisions, { userId }, actor);
    // A shop isn't told the names of admins.
    const admins = actor.role === 'admin' ? await this.rpc.call(users.listAdmins, {}, actor) : [];
    return withNames(kept, [shop, ...admins]);
  }

  @Put(':userId')
  @Access('admin', 'user')
  @Operation({
    summary: 'Makes or changes the rate list of a shop, and puts the shop on it where rates are sent',
    description:
      'To be repeated where it fails, since the list may be stored by then. Fields that are left out stay. A rate that is sent, also an unchanged one, renews its time.',
    answers: SavedRateList,
    alsoAnswers: { 201: 'The list was made' },
    errors: ['NOT_FOUND'],
  })
  async set(
    @Body({ schema: RateListUpdate }) fields: RateListUpdate,
    @Param('userId', { schema: Id }) userId: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedRateList> {
    const { shop_name, rate_list_id } = await this.allowed(actor, userId);
    const usualName = shop_name.slice(0, limits.rateList.name.max).replace(/[\ud800-\udbff]$/, '') || USUAL_NAME;
    // A shop that only sets when it wants to be reminded keeps the rates that it shows.
    const isMoved = hasRates(fields) && rate_list_id !== userId;
    const list = { ...fields, userId, usualName, ...(isMoved && { movedFrom: rate_list_id }) };
    const { rateList, isNew } = await this.rpc.call(shopRateLists.set, list, actor);
    if (isMoved) await this.rpc.call(users.useOwnRateList, { id: userId }, actor);
    if (isNew) void reply.status(HttpStatus.CREATED);
    return { message: isNew ? created : updated, rateList };
  }

  private async allowed(actor: Actor, userId: string): Promise<ShopProfile> {
    requireOwnerOrAdmin(actor, userId);
    const shop = await this.rpc.call(users.getShop, { id: userId }, actor);
    if (!shop.may_set_list) throw new AppError('FORBIDDEN', mayNotSet);
    return shop;
  }
}
