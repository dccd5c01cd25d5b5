import { AppError, texts } from '@sarafa/contracts';
import { isKnownTag, Metrics } from '@sarafa/server';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { PublicLimit } from '../edge/public-limit.js';
import type { AnswerAtOnce, FastPath, Handler, ReadRequest } from '../edge/fast-path.js';
import { FAST_PATH } from '../gateway.tokens.js';
import { sendPublicError } from '../http-errors.js';
import { OPERATION, type OperationDescription, UNCHANGED } from '../operation.js';
import { routesOf } from '../routes.js';
import type { Answer } from './answer.js';
import { BoardAnswers } from './board-answers.js';

type Read = (id: string) => Answer | undefined;

interface MemoryRead {
  /** What a reader is told when all that is known doesn't make an answer. */
  readonly whenMissing?: string;
}

const FROM_MEMORY = Reflector.createDecorator<MemoryRead>();

/** Documents a public read, and has it answered from memory: its method gives the answer, or `undefined` for what isn't known yet. */
export function FromMemory({ whenMissing, ...description }: OperationDescription & MemoryRead) {
  return <H extends Read>(target: object, name: string, descriptor: TypedPropertyDescriptor<H>): void => {
    OPERATION({ ...description, alsoAnswers: UNCHANGED })(target, name, descriptor);
    FROM_MEMORY(whenMissing === undefined ? {} : { whenMissing })(target, name, descriptor);
  };
}

/** Serves the routes of `BoardsController` at the fast path. */
@Injectable()
export class PublicReads {
  private readonly counts = new Map<string, number>();

  constructor(
    @Inject(FAST_PATH) private readonly fastPath: FastPath,
    private readonly answers: BoardAnswers,
    private readonly limit: PublicLimit,
    metrics: Metrics,
  ) {
    // Plain numbers that are read at each scrape, because a counter with labels would cost more than the read itself.
    metrics.totals('sarafa_public_reads_total', 'Public reads since start.', 'route', () => this.counts);
  }

  /** `controller` has public `GET` routes alone. */
  serve(controller: object): void {
    for (const { path, handler } of routesOf([controller.constructor as Type])) {
      const method = (controller as Record<string, Read & Handler>)[handler]!;
      const bound = method.bind(controller);
      const read = Reflect.getMetadata(FROM_MEMORY.KEY, method) as MemoryRead | undefined;
      if (read) this.read(path, bound, read.whenMissing);
      else this.fastPath.handle(path, bound);
    }
  }

  private read(path: string, read: Read, missing: string = texts.errors.partDown): void {
    this.counts.set(path, 0);
    const count = () => this.counts.set(path, this.counts.get(path)! + 1);
    const atOnce: AnswerAtOnce = (id, address) => {
      const known = read(id);
      // A refused client is counted once more by Fastify's way, which changes nothing: it is refused there as well.
      if (!known || !this.limit.allows(address)) return undefined;
      count();
      return known;
    };
    this.fastPath.read(path, atOnce, (request, reply) => {
      count();
      if (!this.limit.allows(request.ip)) return sendPublicError(reply, this.limit.refusal());
      const { id } = request.params;
      try {
        const known = read(id ?? '');
        if (known) return send(request, reply, known);
      } catch (error) {
        return sendPublicError(reply, error);
      }
      return this.answers
        .load(id)
        .then(() => read(id ?? ''))
        .then((loaded) =>
          loaded ? send(request, reply, loaded) : sendPublicError(reply, new AppError('UNAVAILABLE', missing)),
        )
        .catch((error: unknown) => sendPublicError(reply, error));
    });
  }
}

function send({ headers: asked }: ReadRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { body, etag, headers } = answer.as(asked['accept-encoding']);
  reply.headers(headers);
  return isKnownTag(asked['if-none-match'], etag) ? reply.code(304).send() : reply.send(body);
}
