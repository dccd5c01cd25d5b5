import { Beat, BeatAnswer, parseInput } from '@sarafa/contracts';
import { Body, Controller, HttpCode, Post, Req, type Type } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { Access } from '../access.js';
import type { FastPath } from '../edge/fast-path.js';
import { Operation } from '../operation.js';
import { routesOf } from '../routes.js';
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

/** Has the one route of the controller served at the fast path. */
export function serveBeats(fastPath: FastPath, controller: BeatsController): void {
  const [route] = routesOf([controller.constructor as Type]);
  fastPath.post(route!.path, (body, headers, ip) => controller.beat(parseInput(Beat, body), { headers, ip }));
}
