import { AppError, type OpenBoards, openBoards, texts } from '@sarafa/contracts';
import { Bus } from '@sarafa/server';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { BoardFanOut } from '../boards/board-fan-out.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/** Gateways answer from memory, so after this much silence all have answered. */
const SILENCE_MS = 120;
const LONGEST_WAIT_MS = 1_000;

/** Counts the open boards of all gateways: each gateway answers for itself. */
@Injectable()
export class OpenBoardsSurvey implements OnModuleInit {
  private readonly log = new Logger(OpenBoardsSurvey.name);

  constructor(
    private readonly bus: Bus,
    private readonly fanOut: BoardFanOut,
    private readonly addresses: ClientAddresses,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Without a queue group, so that every gateway gets the question. */
  onModuleInit(): void {
    this.bus.subscribe(openBoards.subject, (message) => {
      try {
        message.respond(JSON.stringify(this.own()));
      } catch (cause) {
        this.log.warn(`No answer could be given: ${String(cause)}`);
      }
    });
  }

  private own(): OpenBoards {
    return {
      ...this.fanOut.openBoards(),
      version: this.config.SARAFA_VERSION,
      addressesUnknown: this.addresses.areUnknown,
    };
  }

  async all(): Promise<OpenBoards> {
    const options = { strategy: 'stall', stall: SILENCE_MS, maxWait: LONGEST_WAIT_MS } as const;
    let boards = 0;
    const shops = new Set<string>();
    try {
      for await (const message of await this.bus.connection.requestMany(openBoards.subject, '', options)) {
        const open = openBoards.answer.parse(message.json());
        boards += open.boards;
        for (const shop of open.shops) shops.add(shop);
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.log.warn(String(error));
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    }
    return { boards, shops: [...shops] };
  }
}
