import { type Actor, Admins, AdminUpdate, Done, Id, NewAdmin, SavedAdmin, texts, users } from '@sarafa/contracts';
import { RpcClient, type Session } from '@sarafa/server';
import { Controller, Delete, Get, Param, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor, CurrentSession, Fresh, requireFresh } from '../access.js';
import { RepeatKey } from '../idempotency-key.js';
import { Operation } from '../operation.js';
import { FormFields, FormLogo } from './account-form.js';
import { LogosClient } from './logos.client.js';
import { newId } from './new-id.js';
import { requireMaySetPassword } from './new-passwords.js';

const { created, updated, deleted } = texts.admins;

@Controller('admin')
export class AdminsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly logos: LogosClient,
  ) {}

  @Get('list')
  @Access('admin')
  @Operation({ summary: 'All admins', answers: Admins })
  list(@CurrentActor() actor: Actor) {
    return this.rpc.call(users.listAdmins, {}, actor);
  }

  @Post('create')
  @Access('owner')
  @Fresh()
  @Operation({ summary: 'Makes an admin, an owner unless another role is given', answers: SavedAdmin })
  async create(
    @FormFields({ schema: NewAdmin }) fields: NewAdmin,
    @FormLogo() logo: Buffer | undefined,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
    @RepeatKey() key?: string,
  ) {
    const id = newId();
    const save = (stored: object) => this.rpc.call(users.createAdmin, { id, fields, ...stored, key }, actor);
    return { message: created, admin: await this.logos.with(id, logo, request, save) };
  }

  @Put('update/:id')
  @Access('owner')
  @Fresh('where a password or a role is set')
  @Operation({
    summary: 'Changes an admin; fields that are empty stay as they are',
    answers: SavedAdmin,
    errors: ['CURRENT_PASSWORD_NEEDED', 'NOT_FOUND', 'CONFLICT'],
  })
  async update(
    @Param('id', { schema: Id }) id: string,
    @FormFields({ schema: AdminUpdate }) fields: AdminUpdate,
    @FormLogo() logo: Buffer | undefined,
    @Req() request: FastifyRequest,
    @CurrentSession() session: Session,
  ) {
    requireMaySetPassword(session, id, fields.password);
    // A stolen token must not become a lasting owner either, who can be made by a role as well as by a new account.
    if (fields.admin_role !== undefined) requireFresh(session);
    const save = (stored: object) => this.rpc.call(users.updateAdmin, { id, fields, ...stored }, session.actor);
    return { message: updated, admin: await this.logos.with(id, logo, request, save) };
  }

  @Delete('delete/:id')
  @Access('owner')
  @Fresh()
  @Operation({
    summary: 'Deletes an admin; not oneself and not the last owner',
    answers: Done,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async delete(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(users.deleteAdmin, { id }, actor);
    return { message: deleted };
  }
}
