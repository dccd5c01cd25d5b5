import { type SeenSession, users } from '@sarafa/contracts';
import { Repeating, RpcClient, type Session } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/** As many as one call tells. */
const BATCH = 1_000;

/** The sessions that this gateway has seen since it last told users of them: no request costs a call or a write. */
@Injectable()
export class SeenSessions extends Repeating {
  private seen = new Map<string, string>();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    super();
  }

  note({ sid, actor }: Session): void {
    if (sid !== undefined) this.seen.set(sid, actor.id);
  }

  protected pause(): number {
    return this.config.SESSIONS_SEEN_MS;
  }

  /** What can't be told is left out: the next request of the session is seen again. */
  protected async turn(): Promise<void> {
    const seen = [...this.seen].map(([id, userId]): SeenSession => ({ id, userId }));
    this.seen = new Map();
    for (let done = 0; done < seen.length; done += BATCH) {
      await this.rpc.call(users.sessionsSeen, { seen: seen.slice(done, done + BATCH) }, { role: 'public' });
    }
  }
}
