import { AppError, CARD_STATE, RateCardQuery, texts } from '@sarafa/contracts';
import { isKnownTag } from '@sarafa/server';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Access } from '../access.js';
import { PublicLimit } from '../edge/public-limit.js';
import { Operation, UNCHANGED } from '../operation.js';
import { MediaProxy } from '../site/media-proxy.js';
import { RateCards } from './rate-cards.js';

/** The card is of a state that may be over with the next quote. */
const HEADERS = { 'cache-control': 'no-cache' };

@Controller('user/rate-card')
export class RateCardsController {
  constructor(
    private readonly cards: RateCards,
    private readonly limit: PublicLimit,
    private readonly media: MediaProxy,
  ) {}

  @Get(':id.png')
  @Access('public')
  @Operation<unknown>({
    summary: "A shop's rates as a picture to share, or as text",
    description: '1080 x 1350 pixels (`post`) or 1080 x 1920 (`story`); `format=text` answers text/plain.',
    answers: z.string(),
    mediaType: ['image/png', 'text/plain'],
    alsoAnswers: UNCHANGED,
    headers: { [CARD_STATE]: 'The same for a picture and a text of one state of the board' },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  async card(
    @Param('id') id: string,
    @Query({ schema: RateCardQuery }) query: RateCardQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    // As all that a board reads: a page of another origin may show it.
    void reply.header('access-control-allow-origin', '*');
    if (!this.limit.allows(request.ip)) throw this.limit.refusal();
    for (const isLastTry of [false, true]) {
      const card = await this.cards.of(id, query);
      // By it a page knows that a picture and a text that it has asked for are of one state.
      void reply.header(CARD_STATE, card.state);
      if ('text' in card) return reply.headers({ ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).send(card.text);
      const etag = `"${/([0-9a-f]+)\.png$/.exec(card.path)![1]}"`;
      const headers = { ...HEADERS, etag, 'content-type': 'image/png' };
      if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
      if (await this.media.send(card.path, headers, request, reply)) return reply;
      if (isLastTry) break;
      this.cards.forget(id);
    }
    throw new AppError('UNAVAILABLE', texts.errors.partDown);
  }
}
