import {
  accountState,
  type Actor,
  dashboardTexts,
  type CustomTable,
  CustomTablePrice,
  customTables,
  CustomTableUpdate,
  NewCustomTable,
  type OwnedCustomTable,
  parseInput,
  portalTexts,
  users,
} from '@sarafa/contracts';
import { ownUserId, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { allPages } from '../all-pages.js';
import { checked } from '../checked.js';
import { RepeatKey } from '../idempotency-key.js';

const { created, updated, deleted } = portalTexts.customTables;

@Controller()
export class CustomTablesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
  ) {}

  @Get('admin/custom-tables')
  @Access('admin')
  async list(@CurrentActor() actor: Actor) {
    const pages = await allPages((from) => this.rpc.call(customTables.list, from, actor));
    return Promise.all(pages.flatMap(({ tables }) => tables).map((table) => this.owned(table)));
  }

  @Get('admin/custom-tables/user/:userId')
  @Access('admin')
  async listByUser(@Param('userId') userId: string, @CurrentActor() actor: Actor) {
    const tables = await this.rpc.call(customTables.listByUser, { userId }, actor);
    // No rows, or no such shop: that only users knows.
    if (tables.length === 0) await this.rpc.call(users.getShop, { id: userId }, actor);
    return Promise.all(tables.map((table) => this.owned(table)));
  }

  @Post('admin/custom-tables')
  @Access('admin')
  async create(@Body() body: unknown, @CurrentActor() actor: Actor, @RepeatKey() key?: string) {
    const table = await this.rpc.call(customTables.create, { ...parseInput(NewCustomTable, body), key }, actor);
    return { message: created, customTable: await this.owned(table) };
  }

  @Put('admin/custom-tables/:id')
  @Access('admin')
  async update(@Param('id') tableId: string, @Body() body: unknown, @CurrentActor() actor: Actor) {
    const { id, fields } = checked(tableId, CustomTableUpdate, body);
    const table = await this.rpc.call(customTables.update, { ...fields, id }, actor);
    return { message: updated, customTable: await this.owned(table) };
  }

  @Delete('admin/custom-tables/:id')
  @Access('admin')
  async delete(@Param('id') id: string, @CurrentActor() actor: Actor) {
    await this.rpc.call(customTables.delete, { id }, actor);
    return { message: deleted };
  }

  @Get('user/custom-tables/me')
  @Access('user')
  listMine(@CurrentActor() actor: Actor) {
    return this.rpc.call(customTables.listByUser, { userId: ownUserId(actor) }, actor);
  }

  @Put('user/custom-tables/:id/price')
  @Access('admin', 'user')
  async setPrice(@Param('id') tableId: string, @Body() body: unknown, @CurrentActor() actor: Actor) {
    const { id, fields } = checked(tableId, CustomTablePrice, body);
    const table = await this.rpc.call(customTables.setPrice, { ...fields, id }, actor);
    return { message: dashboardTexts.prices.updated, customTable: await this.owned(table) };
  }

  private async owned(table: CustomTable): Promise<OwnedCustomTable> {
    const owner = await this.state.load(accountState, table.userId);
    if (!owner) return table;
    const { username, shop_name } = owner;
    return { ...table, userId: { _id: table.userId, username, shop_name } };
  }
}
