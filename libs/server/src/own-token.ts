import { Logger } from '@nestjs/common';
import type { PublishedKeys } from './tokens.js';

interface SignedToken {
  readonly token: string;
  readonly life_s: number;
}

/** The token by which other parts know this one. */
export class OwnToken {
  private readonly log = new Logger(OwnToken.name);
  private kept?: { readonly token: string; readonly keys: unknown; readonly renewAt: number; readonly endsAt: number };
  private asked?: Promise<void> | undefined;

  /** `ask` has one signed. */
  constructor(
    private readonly published: PublishedKeys,
    private readonly ask: () => Promise<SignedToken>,
  ) {}

  /**
   * In the second half of a token's life another one is asked for while the first goes on; when keys have changed it is awaited.
   * Undefined while there is no good one: whoever is called decides what that means.
   */
  async current(): Promise<string | undefined> {
    const keys = await this.published.current().catch(() => undefined);
    const isGood = this.kept?.keys === keys && this.isThere;
    if (keys && (!isGood || this.kept!.renewAt <= performance.now())) {
      this.asked ??= this.renew(keys).finally(() => (this.asked = undefined));
      if (!isGood) await this.asked;
    }
    return this.isThere ? this.kept!.token : undefined;
  }

  private get isThere(): boolean {
    return this.kept !== undefined && this.kept.endsAt > performance.now();
  }

  private async renew(keys: unknown): Promise<void> {
    const askedAt = performance.now();
    await this.ask().then(
      ({ token, life_s }) => {
        this.kept = { token, keys, renewAt: askedAt + life_s * 500, endsAt: askedAt + life_s * 1_000 };
      },
      (error: unknown) => this.log.warn(`No token for this service: ${String(error)}`),
    );
  }
}
