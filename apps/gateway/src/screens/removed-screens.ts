import { screens } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { GoneIds } from '../gone-ids.js';

/** Screens that settings have removed. */
@Injectable()
export class RemovedScreens extends GoneIds {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  protected find(id: string): Promise<{ isThere: boolean }> {
    return this.rpc.call(screens.isThere, { id }, { role: 'public' });
  }
}
