import { afterAll, beforeAll, expect } from '@jest/globals';
import { HttpError, type ShopDashboard } from '@sarafa/contracts';
import type { Answer, SignedInCaller } from '@sarafa/testing';
import { harness, type Harness } from './harness.js';

export const SHOP_PASSWORD = 'password of a shop';

/**
 * A product with one shop and the admin who edits it, for all specs of a file. The fields are set when the first spec begins.
 */
export class EditedShop {
  w!: Harness;
  admin!: SignedInCaller;
  /** The shop itself, signed in. */
  own!: SignedInCaller;
  id!: string;

  constructor() {
    beforeAll(async () => {
      this.w = await harness({ withFiles: true });
      this.admin = await this.w.admin();
      this.own = await this.w.shop('laxmi');
      this.id = this.own.userId;
    });
    afterAll(() => this.w.end());
  }

  readonly shop = async () => (await this.w.json(`/user/dashboard/${this.id}`)) as unknown as ShopDashboard;
  readonly update = (body: unknown) => this.admin.call('put', `/user/update/${this.id}`, body);
}

/** Expects that what `ask` sends is refused, and that the answer names the field. */
export async function refuses(ask: () => Promise<Answer>, field: string, sent: unknown, status = 400): Promise<void> {
  const answer = await ask();
  expect([field, sent, answer.status]).toEqual([field, sent, status]);
  const { details, requestId } = HttpError.parse(answer.body);
  expect(requestId).not.toBe('');
  if (status === 400) expect(details?.map(({ path }) => path)).toContain(field);
}
