import { z } from 'zod';
import { Done, Id } from './common.js';
import { IdempotencyKey } from './idempotency.js';
import { readRpc, rpc } from './kinds.js';
import { limits } from './limits.js';
import { CustomTable, CustomTables } from './pricing.js';
import { PlainText, sentNumberIn } from './sent.js';

const { title, price } = limits.customTable;

/** Rupees with at most two decimals; text that is no number is refused (rule 5.5). */
export const SentPrice = sentNumberIn({ ...price, most: '99,99,99,999.99' }, 'must have at most two decimals');
const Title = PlainText.min(title.min, 'is required').max(title.max, `must have at most ${title.max} characters`);

/** A missing price is 0 (rule 5.5). */
export const NewCustomTable = z.object({ title: Title, userId: Id, price: SentPrice.default(price.default) });
export type NewCustomTable = z.infer<typeof NewCustomTable>;

/** Fields that are left out stay; `userId` may be repeated, but not changed (rule 5.5). */
export const CustomTableUpdate = z.object({ title: Title.optional(), userId: Id.optional(), price: SentPrice.optional() });
export type CustomTableUpdate = z.infer<typeof CustomTableUpdate>;

export const CustomTablePrice = z.object({ price: SentPrice });
export type CustomTablePrice = z.infer<typeof CustomTablePrice>;

/** The shop that a row belongs to, as admins see it. */
export const CustomTableOwner = z.object({ _id: Id, username: z.string(), shop_name: z.string() });
/** A row with its owner; only the id when the shop is unknown. */
export const OwnedCustomTable = CustomTable.extend({ userId: z.union([CustomTableOwner, Id]) });
export type OwnedCustomTable = z.infer<typeof OwnedCustomTable>;
/** What a write of a row answers. */
export const SavedCustomTable = Done.extend({ customTable: OwnedCustomTable });
export type SavedCustomTable = z.infer<typeof SavedCustomTable>;

const ById = z.object({ id: Id });

export const customTables = {
  /** All rows in pages of shops, ordered by the shop's id. */
  list: readRpc(
    'pricing.custom-tables.list',
    z.object({ after: Id.optional() }),
    z.object({ tables: CustomTables, next: Id.nullable() }),
  ),
  listByUser: readRpc('pricing.custom-tables.list-by-user', z.object({ userId: Id }), CustomTables),
  /**
   * Throws `NOT_FOUND` for an unknown shop, and `CONFLICT` when the shop has as many rows as allowed. A repetition answers the
   * existing row.
   */
  create: rpc('pricing.custom-tables.create', NewCustomTable.extend({ key: IdempotencyKey.optional() }), CustomTable),
  update: rpc('pricing.custom-tables.update', CustomTableUpdate.extend({ id: Id }), CustomTable),
  delete: rpc('pricing.custom-tables.delete', ById, z.object({})),
  /** Sets the price of a custom row: the shop of its own, an admin of any. */
  setPrice: rpc('pricing.custom-tables.set-price', CustomTablePrice.extend({ id: Id }), CustomTable),
} as const;
