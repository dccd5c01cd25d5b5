import { Logger } from '@nestjs/common';
import { kidOf, type PublishedKeys } from '../sessions/tokens.js';

interface SignedToken {
  readonly token: string;
  readonly life_s: number;
}

/** The token by which other parts know this one. */
export class OwnToken {
  private readonly log = new Logger(OwnToken.name);
  private kept?: { readonly token: string; readonly endsAt: number };
  /** By the wall clock, which goes on while a machine sleeps, as the end of the token does. */
  private renewAt = 0;
  private asked?: Promise<void> | undefined;

  /** `ask` has one signed. */
  constructor(
    private readonly published: PublishedKeys,
    private readonly ask: () => Promise<SignedToken>,
  ) {}

  /**
   * In the second half of a token's life another one is asked for while the first goes on; when its key is gone, another one is awaited.
   * Undefined while there is no good one: whoever is called decides what that means.
   */
  async current(): Promise<string | undefined> {
    const keys = await this.published.current().catch(() => undefined);
    if (!keys) return this.good();
    if (!this.good(keys) || this.renewAt <= Date.now()) {
      this.asked ??= this.renew().finally(() => (this.asked = undefined));
      if (!this.good(keys)) await this.asked;
    }
    return this.good(keys);
  }

  /** Another one is asked for at the next call: a refusal may be due to this one, whatever this process holds of it. */
  doubt(): void {
    this.renewAt = 0;
  }

  private good(keys?: ReadonlyMap<string, unknown>): string | undefined {
    const { kept } = this;
    return kept && kept.endsAt > Date.now() && (!keys || keys.has(kidOf(kept.token))) ? kept.token : undefined;
  }

  private async renew(): Promise<void> {
    const askedAt = Date.now();
    await this.ask().then(
      ({ token, life_s }) => {
        this.kept = { token, endsAt: askedAt + life_s * 1_000 };
        this.renewAt = askedAt + life_s * 500;
      },
      (error: unknown) => this.log.warn(`No token for this service: ${String(error)}`),
    );
  }
}
