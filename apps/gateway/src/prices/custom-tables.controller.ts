import {
  accountState,
  type Actor,
  type CustomTable,
  CustomTablePrice,
  CustomTables,
  customTables,
  CustomTableUpdate,
  Done,
  Id,
  NewCustomTable,
  OwnedCustomTable,
  SavedCustomTable,
  texts,
  users,
} from '@sarafa/contracts';
import { ownUserId, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { Access, CurrentActor } from '../access.js';
import { allPages } from '../all-pages.js';
import { RepeatKey } from '../idempotency-key.js';
import { Operation } from '../operation.js';

const { created, updated, deleted } = texts.customTables;

@Controller()
export class CustomTablesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
  ) {}

  @Get('admin/custom-tables')
  @Access('admin')
  @Operation({ summary: 'All rows that shops price themselves, with their owners', answers: z.array(OwnedCustomTable) })
  async list(@CurrentActor() actor: Actor) {
    const pages = await allPages((from) => this.rpc.call(customTables.list, from, actor));
    return Promise.all(pages.flatMap(({ tables }) => tables).map((table) => this.owned(table)));
  }

  @Get('admin/custom-tables/user/:userId')
  @Access('admin')
  @Operation({ summary: "One shop's rows", answers: z.array(OwnedCustomTable), errors: ['NOT_FOUND'] })
  async listByUser(@Param('userId', { schema: Id }) userId: string, @CurrentActor() actor: Actor) {
    const tables = await this.rpc.call(customTables.listByUser, { userId }, actor);
    // An empty list may mean that there is no such shop, which only users knows.
    if (tables.length === 0) await this.rpc.call(users.getShop, { id: userId }, actor);
    return Promise.all(tables.map((table) => this.owned(table)));
  }

  @Post('admin/custom-tables')
  @Access('admin')
  @Operation({ summary: 'Gives a shop a row', answers: SavedCustomTable, errors: ['NOT_FOUND'] })
  async create(@Body({ schema: NewCustomTable }) row: NewCustomTable, @CurrentActor() actor: Actor, @RepeatKey() key?: string) {
    const table = await this.rpc.call(customTables.create, { ...row, key }, actor);
    return { message: created, customTable: await this.owned(table) };
  }

  @Put('admin/custom-tables/:id')
  @Access('admin')
  @Operation({ summary: 'Changes a row; its owner stays', answers: SavedCustomTable, errors: ['NOT_FOUND'] })
  async update(
    @Body({ schema: CustomTableUpdate }) fields: CustomTableUpdate,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    const table = await this.rpc.call(customTables.update, { ...fields, id }, actor);
    return { message: updated, customTable: await this.owned(table) };
  }

  @Delete('admin/custom-tables/:id')
  @Access('admin')
  @Operation({ summary: 'Takes a row away', answers: Done, errors: ['NOT_FOUND'] })
  async delete(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(customTables.delete, { id }, actor);
    return { message: deleted };
  }

  @Get('user/custom-tables/me')
  @Access('user')
  @Operation({ summary: "One's own rows", answers: CustomTables })
  listMine(@CurrentActor() actor: Actor) {
    return this.rpc.call(customTables.listByUser, { userId: ownUserId(actor) }, actor);
  }

  @Put('user/custom-tables/:id/price')
  @Access('admin', 'user')
  @Operation({ summary: 'Prices a row', answers: SavedCustomTable, errors: ['NOT_FOUND'] })
  async setPrice(
    @Body({ schema: CustomTablePrice }) fields: CustomTablePrice,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ) {
    const table = await this.rpc.call(customTables.setPrice, { ...fields, id }, actor);
    return { message: texts.ownShop.priceUpdated, customTable: await this.owned(table) };
  }

  private async owned(table: CustomTable): Promise<OwnedCustomTable> {
    const owner = await this.state.load(accountState, table.userId);
    if (!owner) return table;
    const { username, shop_name } = owner;
    return { ...table, userId: { _id: table.userId, username, shop_name } };
  }
}
