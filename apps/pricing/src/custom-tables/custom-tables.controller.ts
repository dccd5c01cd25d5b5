import { type Actor, customTables, type CustomTableUpdate, type NewCustomTable } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { CustomTablesService } from './custom-tables.service.js';

@Controller()
export class CustomTablesController {
  constructor(private readonly tables: CustomTablesService) {}

  @Handles(customTables.list)
  list({ after }: { after?: string | undefined }, actor: Actor) {
    return this.tables.list(actor, after);
  }

  @Handles(customTables.listByUser)
  listByUser({ userId }: { userId: string }, actor: Actor) {
    return this.tables.listByUser(actor, userId);
  }

  @Handles(customTables.create)
  create(table: NewCustomTable & { key?: string | undefined }, actor: Actor) {
    return this.tables.create(actor, table);
  }

  @Handles(customTables.update)
  update({ id, ...fields }: CustomTableUpdate & { id: string }, actor: Actor) {
    return this.tables.update(actor, id, fields);
  }

  @Handles(customTables.delete)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.tables.delete(actor, id);
    return {};
  }

  @Handles(customTables.setPrice)
  setPrice({ id, price }: { id: string; price: number }, actor: Actor) {
    return this.tables.setPrice(actor, id, price);
  }
}
