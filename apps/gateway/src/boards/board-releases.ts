import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOARD_PROTOCOL } from '@sarafa/contracts';
import { Metrics } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { eventFrame } from './answer.js';

/** A file that the web app's build writes beside its pages. */
const Release = z.object({ release: z.string() });

/** The board's release that this gateway serves, of which it tells boards, and the releases that the open boards run. */
@Injectable()
export class BoardReleases {
  private readonly own: string | undefined;
  private others = 0;
  private refused = 0;

  constructor(@Inject(GATEWAY_CONFIG) { WEB_DIR }: GatewayConfig, metrics: Metrics) {
    this.own = releaseIn(WEB_DIR);
    metrics.gauge(
      'sarafa_boards_of_other_releases',
      "Open board streams whose board is of another release than this gateway's.",
      () => this.others,
    );
    metrics.gauge(
      'sarafa_boards_that_refused_release',
      "Open board streams whose board has tried this gateway's release and went back.",
      () => this.refused,
    );
  }

  /** The heartbeat event as it is sent. */
  heartbeat(): string {
    const now = new Date().toISOString();
    return eventFrame('heartbeat', JSON.stringify({ now, release: this.own, oldestProtocol: BOARD_PROTOCOL }));
  }

  /** Counts a stream by what its address says about its board, until the returned function is called. */
  enter({ release, refused }: Readonly<Record<string, unknown>>): () => void {
    const isOther = this.own !== undefined && typeof release === 'string' && release !== this.own;
    const hasRefused = this.own !== undefined && refused === this.own;
    this.others += Number(isOther);
    this.refused += Number(hasRefused);
    return () => {
      this.others -= Number(isOther);
      this.refused -= Number(hasRefused);
    };
  }
}

function releaseIn(folder: string): string | undefined {
  try {
    return Release.parse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))).release;
  } catch {
    // There is no build: in development Vite serves the pages.
    return undefined;
  }
}
