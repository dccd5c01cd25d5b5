import {
  type Actor,
  Done,
  Id,
  MuteState,
  NewShop,
  ProfileSettings,
  SavedShop,
  ShopDashboard,
  ShopUpdate,
  Subscription,
  texts,
  users,
} from '@sarafa/contracts';
import { RpcClient, type Session } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Access, CurrentActor, CurrentSession, Fresh } from '../access.js';
import { allPages } from '../all-pages.js';
import { RepeatKey } from '../idempotency-key.js';
import { Operation } from '../operation.js';
import { FormFields, FormLogo } from './account-form.js';
import { LogosClient } from './logos.client.js';
import { newId } from './new-id.js';
import { requireMaySetPassword } from './new-passwords.js';
import { ShopAnswers } from './shop-answers.js';

const { created, updated, deleted, subscriptionActive, subscriptionEnded } = texts.users;
const { soundUpdated, marginsUpdated } = texts.ownShop;

/** Shops by their id: what an admin may do, and what a shop may change of itself. */
@Controller()
export class ShopsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly logos: LogosClient,
    private readonly answers: ShopAnswers,
  ) {}

  @Get(['user/list', 'admin/users'])
  @Access('admin')
  @Operation({ summary: 'All shops', answers: z.array(ShopDashboard) })
  async list(@CurrentActor() actor: Actor) {
    const pages = await allPages((from) => this.rpc.call(users.listShops, from, actor));
    return this.answers.of(pages.flatMap(({ shops }) => shops));
  }

  @Post('user/create')
  @Access('admin')
  @Operation({ summary: 'Makes a shop, with a subscription of one year', answers: SavedShop })
  async create(
    @FormFields({ schema: NewShop }) fields: NewShop,
    @FormLogo() logo: Buffer | undefined,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
    @RepeatKey() key?: string,
  ) {
    const id = newId();
    const save = (stored: object) => this.rpc.call(users.createShop, { id, fields, ...stored, key }, actor);
    return this.answers.saved(created, () => this.logos.with(id, logo, request, save));
  }

  @Put('user/update/:id')
  @Access('admin')
  @Fresh('where a password is set')
  @Operation({
    summary: 'Changes a shop; fields that are empty stay as they are',
    answers: SavedShop,
    errors: ['CURRENT_PASSWORD_NEEDED', 'NOT_FOUND', 'CONFLICT'],
  })
  async update(
    @Param('id', { schema: Id }) id: string,
    @FormFields({ schema: ShopUpdate }) fields: ShopUpdate,
    @FormLogo() logo: Buffer | undefined,
    @Req() request: FastifyRequest,
    @CurrentSession() session: Session,
  ) {
    requireMaySetPassword(session, id, fields.password);
    const save = (stored: object) => this.rpc.call(users.updateShop, { id, fields, ...stored }, session.actor);
    return this.answers.saved(updated, () => this.logos.with(id, logo, request, save));
  }

  @Delete('user/delete/:id')
  @Access('owner')
  @Fresh()
  @Operation({ summary: 'Deletes a shop with all that belongs to it', answers: Done, errors: ['NOT_FOUND'] })
  async delete(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.deleteShop, { id }, actor);
    return { message: deleted };
  }

  @Put('user/:id/subscription')
  @Access('admin')
  @Operation({ summary: 'Ends, restores or renews a subscription', answers: SavedShop, errors: ['NOT_FOUND'] })
  async setSubscription(
    @Body({ schema: Subscription }) fields: Subscription,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    const message = fields.active ? subscriptionActive : subscriptionEnded;
    return this.answers.saved(message, () => this.rpc.call(users.setSubscription, { id, fields }, actor));
  }

  @Put('user/mute-state/:id')
  @Access('admin', 'user')
  @Operation({ summary: 'Whether video ads start muted', answers: SavedShop, errors: ['NOT_FOUND'] })
  async setMuteState(
    @Body({ schema: MuteState }) fields: MuteState,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    const message = soundUpdated(fields.default_mute_state);
    return this.answers.saved(message, () => this.rpc.call(users.setMuteState, { id, fields }, actor));
  }

  @Put('user/profile-settings/:id')
  @Access('admin', 'user')
  @Operation({ summary: 'Margins, and rates over ads', answers: SavedShop, errors: ['NOT_FOUND'] })
  async setProfileSettings(
    @Body({ schema: ProfileSettings }) fields: ProfileSettings,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    return this.answers.saved(marginsUpdated, () => this.rpc.call(users.setProfileSettings, { id, fields }, actor));
  }
}
