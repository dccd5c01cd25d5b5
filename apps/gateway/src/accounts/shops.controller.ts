import {
  type Actor,
  dashboardTexts,
  MuteState,
  NewShop,
  portalTexts,
  ProfileSettings,
  ShopUpdate,
  Subscription,
  users,
} from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { allPages } from '../all-pages.js';
import { readAccountForm } from './account-form.js';
import { checked } from '../checked.js';
import { RepeatKey } from '../idempotency-key.js';
import { LogosClient } from './logos.client.js';
import { newId } from './new-id.js';
import { ShopAnswers } from './shop-answers.js';

const { created, updated, deleted, subscriptionActive, subscriptionEnded } = portalTexts.users;
const { sound, margins } = dashboardTexts;

/** Shops by their id: an admin's, and what a shop may change of itself. */
@Controller()
export class ShopsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly logos: LogosClient,
    private readonly answers: ShopAnswers,
  ) {}

  @Get(['user/list', 'admin/users'])
  @Access('admin')
  async list(@CurrentActor() actor: Actor) {
    const pages = await allPages((from) => this.rpc.call(users.listShops, from, actor));
    return this.answers.of(pages.flatMap(({ shops }) => shops));
  }

  @Post('user/create')
  @Access('admin')
  async create(@Req() request: FastifyRequest, @CurrentActor() actor: Actor, @RepeatKey() key?: string) {
    const { fields, logo } = await readAccountForm(request);
    const change = checked(newId(), NewShop, fields);
    const save = (stored: object) => this.rpc.call(users.createShop, { ...change, ...stored, key }, actor);
    return this.answers.told(created, () => this.logos.with(change.id, logo, request, save));
  }

  @Put('user/update/:id')
  @Access('admin')
  async update(@Param('id') id: string, @Req() request: FastifyRequest, @CurrentActor() actor: Actor) {
    const { fields, logo } = await readAccountForm(request);
    const change = checked(id, ShopUpdate, fields);
    const save = (stored: object) => this.rpc.call(users.updateShop, { ...change, ...stored }, actor);
    return this.answers.told(updated, () => this.logos.with(id, logo, request, save));
  }

  @Delete('user/delete/:id')
  @Access('admin')
  async delete(@Param('id') id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.deleteShop, { id }, actor);
    return { message: deleted };
  }

  @Put('user/:id/subscription')
  @Access('admin')
  async setSubscription(@Param('id') id: string, @Body() body: unknown, @CurrentActor() actor: Actor) {
    const change = checked(id, Subscription, body);
    const message = change.fields.active ? subscriptionActive : subscriptionEnded;
    return this.answers.told(message, () => this.rpc.call(users.setSubscription, change, actor));
  }

  @Put('user/mute-state/:id')
  @Access('admin', 'user')
  async setMuteState(@Param('id') id: string, @Body() body: unknown, @CurrentActor() actor: Actor) {
    const change = checked(id, MuteState, body);
    const message = sound.updated(change.fields.default_mute_state);
    return this.answers.told(message, () => this.rpc.call(users.setMuteState, change, actor));
  }

  @Put('user/profile-settings/:id')
  @Access('admin', 'user')
  async setProfileSettings(@Param('id') id: string, @Body() body: unknown, @CurrentActor() actor: Actor) {
    const change = checked(id, ProfileSettings, body);
    return this.answers.told(margins.updated, () => this.rpc.call(users.setProfileSettings, change, actor));
  }
}
