import { AppError, texts } from '@sarafa/contracts';
import { isKnownTag, Metrics } from '@sarafa/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AddressLimit } from '../door/address-limit.js';
import type { FromMemory, HotDoor, ReadRequest } from '../door/hot-door.js';
import { HOT_DOOR } from '../gateway.tokens.js';
import { sendError } from '../http-errors.js';
import type { Answer } from './answer.js';
import { BoardState } from './board-state.js';

type Read = (id: string) => Answer | undefined;

/** The reads that every board polls, as plain routes on the hot door. All of them are public. */
@Injectable()
export class PublicReads implements OnModuleInit {
  private readonly counts = new Map<string, number>();

  constructor(
    @Inject(HOT_DOOR) private readonly hot: HotDoor,
    private readonly boards: BoardState,
    private readonly limit: AddressLimit,
    metrics: Metrics,
  ) {
    // Plain numbers, read at each scrape: a labelled counter a request would cost more than the read itself.
    metrics.totals('sarafa_public_reads_total', 'Public reads since start.', 'route', () => this.counts);
  }

  onModuleInit(): void {
    const { boards } = this;
    this.serve('/prices/user/:id', (id) => boards.prices(id), texts.errors.ratesNotAvailable);
    this.serve('/prices/detailed', () => boards.detailed(), texts.errors.ratesNotAvailable);
    this.serve('/user/dashboard/:id', (id) => boards.profile(id));
    this.serve('/user/custom-tables/public/:id', (id) => boards.customTables(id));
    this.serve('/advertisements/public/:id', (id) => boards.advertisements(id));
    this.serve('/prices/import-duty', () => boards.importDuty());
    this.serve('/settings/maintenance', () => boards.maintenance());
    this.serve('/prices/settings/public-view-enabled', () => boards.publicView());
  }

  /** `missing` is what a reader is told when all that is known doesn't make an answer. */
  private serve(path: string, read: Read, missing: string = texts.errors.partDown): void {
    this.counts.set(path, 0);
    const count = () => this.counts.set(path, this.counts.get(path)! + 1);
    const fromMemory: FromMemory = (id, address) => {
      const known = read(id);
      // Whoever is refused is counted once more on the other way, which changes nothing: there it is refused as well.
      if (!known || !this.limit.allows(address)) return undefined;
      count();
      return known;
    };
    this.hot.read(path, fromMemory, (request, reply) => {
      count();
      if (!this.limit.allows(request.ip)) return sendError(reply, this.limit.refusal());
      const { id } = request.params;
      try {
        const known = read(id ?? '');
        if (known) return send(request, reply, known);
      } catch (error) {
        return sendError(reply, error);
      }
      return this.boards
        .load(id)
        .then(() => read(id ?? ''))
        .then((loaded) => (loaded ? send(request, reply, loaded) : sendError(reply, new AppError('UNAVAILABLE', missing))))
        .catch((error: unknown) => sendError(reply, error));
    });
  }
}

function send({ headers: asked }: ReadRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { body, etag, headers } = answer.as(asked['accept-encoding']);
  reply.headers(headers);
  return isKnownTag(asked['if-none-match'], etag) ? reply.code(304).send() : reply.send(body);
}
