import { users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { GoneIds } from '../gone-ids.js';

/** Shops that were deleted or have never existed. */
@Injectable()
export class UnknownShops extends GoneIds {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  protected find(id: string): Promise<{ isThere: boolean }> {
    return this.rpc.call(users.isShopThere, { id }, { role: 'public' });
  }
}
