import { Beat, BeatAnswer } from '@sarafa/contracts';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { Access } from '../access.js';
import { Operation } from '../operation.js';
import { ScreenBeats } from './screen-beats.js';

/** What is asked of a request. */
export interface BeatRequest {
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly ip: string;
}

/**
 * What screens say of themselves (rule 14.6). `serveBeats` serves this route past Nest's router and past Fastify, because
 * through Nest a beat takes three times what node:http alone takes.
 */
@Controller('screens')
export class BeatsController {
  constructor(private readonly beats: ScreenBeats) {}

  @Post('beats')
  @HttpCode(200)
  @Access('public')
  @Operation({
    summary: 'What a screen shows',
    isOfScreens: true,
    answers: BeatAnswer,
    errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  beat(@Body({ schema: Beat }) beat: Beat, @Req() { headers, ip }: BeatRequest): Promise<BeatAnswer> {
    return this.beats.take(headers.authorization, ip, beat);
  }
}
