import { screens, users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** The number of ids that are remembered. */
const MAX_GONE = 20_000;

/**
 * Confirms by its owner that what state in NATS doesn't have is gone: a board or a screen that is told so forgets what it keeps, and
 * state may be lost or put back to an older copy.
 */
abstract class GoneIds {
  private readonly gone = new Set<string>();

  /** Undefined when it can't be known. An id that is gone never comes back, so it is asked for once. */
  async isGone(id: string): Promise<boolean | undefined> {
    if (this.gone.has(id)) return true;
    const found = await this.find(id).catch(() => undefined);
    if (found?.isThere !== false) return found ? false : undefined;
    if (this.gone.size >= MAX_GONE) this.gone.clear();
    this.gone.add(id);
    return true;
  }

  /** Asks the owner. */
  protected abstract find(id: string): Promise<{ readonly isThere: boolean }>;
}

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
