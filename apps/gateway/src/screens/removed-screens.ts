import { screens } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';

/** The number of removals that are remembered. */
const MAX_REMOVED = 20_000;

/**
 * Confirms the removal of screens that aren't in their shop's state. A TV that is told of its removal forgets its pairing, and state
 * may be lost or put back to an older copy, so the owner is asked for the document.
 */
@Injectable()
export class RemovedScreens {
  private readonly removed = new Set<string>();

  constructor(private readonly rpc: RpcClient) {}

  /** Undefined when it can't be known. An id that was removed never comes back, so it is asked for once. */
  async isRemoved(id: string): Promise<boolean | undefined> {
    if (this.removed.has(id)) return true;
    const found = await this.rpc.call(screens.isThere, { id }, { role: 'public' }).catch(() => undefined);
    if (found?.isThere !== false) return found && false;
    if (this.removed.size >= MAX_REMOVED) this.removed.clear();
    this.removed.add(id);
    return true;
  }
}
