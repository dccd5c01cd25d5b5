import { type Actor, AdminUpdate, NewAdmin, portalTexts, users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Delete, Get, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { readAccountForm } from './account-form.js';
import { checked } from '../checked.js';
import { RepeatKey } from '../idempotency-key.js';
import { LogosClient } from './logos.client.js';
import { newId } from './new-id.js';

const { created, updated, deleted } = portalTexts.admins;

@Controller('admin')
export class AdminsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly logos: LogosClient,
  ) {}

  @Get('list')
  @Access('admin')
  list(@CurrentActor() actor: Actor) {
    return this.rpc.call(users.listAdmins, {}, actor);
  }

  @Post('create')
  @Access('admin')
  async create(@Req() request: FastifyRequest, @CurrentActor() actor: Actor, @RepeatKey() key?: string) {
    const { fields, logo } = await readAccountForm(request);
    const change = checked(newId(), NewAdmin, fields);
    const save = (stored: object) => this.rpc.call(users.createAdmin, { ...change, ...stored, key }, actor);
    return { message: created, admin: await this.logos.with(change.id, logo, request, save) };
  }

  @Put('update/:id')
  @Access('admin')
  async update(@Param('id') id: string, @Req() request: FastifyRequest, @CurrentActor() actor: Actor) {
    const { fields, logo } = await readAccountForm(request);
    const change = checked(id, AdminUpdate, fields);
    const save = (stored: object) => this.rpc.call(users.updateAdmin, { ...change, ...stored }, actor);
    return { message: updated, admin: await this.logos.with(id, logo, request, save) };
  }

  @Delete('delete/:id')
  @Access('admin')
  async delete(@Param('id') id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.deleteAdmin, { id }, actor);
    return { message: deleted };
  }
}
