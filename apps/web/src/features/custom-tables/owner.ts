import type { CustomTableOwner, OwnedCustomTable } from '@sarafa/contracts';
import type { z } from 'zod';
import { priceTexts } from '../../shared/texts/price-texts.js';

/** Undefined when the shop is unknown. */
export function ownerOf({ userId }: OwnedCustomTable): z.infer<typeof CustomTableOwner> | undefined {
  return typeof userId === 'string' ? undefined : userId;
}

/** `username (Shop name)`, or 'Unknown User' (rule 10.11). */
export function ownerText(table: OwnedCustomTable): string {
  const owner = ownerOf(table);
  if (!owner) return priceTexts.tables.unknown;
  return owner.shop_name ? `${owner.username} (${owner.shop_name})` : owner.username;
}
