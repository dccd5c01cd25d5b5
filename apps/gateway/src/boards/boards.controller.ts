import {
  Advertisements,
  AnsweredImportDuty,
  CustomTables,
  Id,
  Maintenance,
  PriceSnapshot,
  PublicView,
  ShopDashboard,
  texts,
} from '@sarafa/contracts';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access } from '../access.js';
import { Operation } from '../operation.js';
import type { Answer } from './answer.js';
import { BoardAnswers } from './board-answers.js';
import { BoardStreams, type StreamRequest } from './board-streams.js';
import { FromMemory } from './public-reads.js';

const { ratesNotAvailable } = texts.errors;
/** Of reads that name a shop, and of those that don't. */
const OF_SHOP = ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const;
const OF_SITE = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const;

/** What `BoardStreams` reads of a stream's address. What is malformed is passed over. */
const StreamQuery = z.object({
  screen: Id.optional().describe('The paired screen that shows the board: its settings and commands come too.'),
  release: z.string().optional().describe('The release of the web app that the board runs.'),
  refused: z.string().optional().describe('The release that the board has tried and gone back from.'),
});

/** What every board polls or streams. `PublicReads` serves these routes past Nest's router, which would cost each poll a fifth more. */
@Controller()
export class BoardsController {
  constructor(
    private readonly answers: BoardAnswers,
    private readonly streams: BoardStreams,
  ) {}

  @Get('prices/user/:id')
  @Access('public')
  @FromMemory({
    summary: "A shop's rates, with its margins",
    answers: PriceSnapshot,
    errors: [...OF_SHOP, 'FORBIDDEN'],
    whenMissing: ratesNotAvailable,
  })
  prices(@Param('id') id: string): Answer | undefined {
    return this.answers.prices(id);
  }

  @Get('prices/detailed')
  @Access('public')
  @FromMemory({
    summary: 'The rates with import duty alone',
    answers: PriceSnapshot,
    errors: OF_SITE,
    whenMissing: ratesNotAvailable,
  })
  detailed(): Answer | undefined {
    return this.answers.detailed();
  }

  @Get('user/dashboard/:id')
  @Access('public')
  @FromMemory({ summary: "A shop's profile, as its board needs it", answers: ShopDashboard, errors: OF_SHOP })
  profile(@Param('id') id: string): Answer | undefined {
    return this.answers.profile(id);
  }

  @Get('user/custom-tables/public/:id')
  @Access('public')
  @FromMemory({ summary: 'The rows a shop prices itself', answers: CustomTables, errors: [...OF_SHOP, 'FORBIDDEN'] })
  customTables(@Param('id') id: string): Answer | undefined {
    return this.answers.customTables(id);
  }

  @Get('advertisements/public/:id')
  @Access('public')
  @FromMemory({ summary: "A shop's ads", answers: Advertisements, errors: [...OF_SHOP, 'FORBIDDEN'] })
  advertisements(@Param('id') id: string): Answer | undefined {
    return this.answers.advertisements(id);
  }

  @Get('prices/import-duty')
  @Access('public')
  @FromMemory({
    summary: 'The import duty in force, in percent, and the one in law where it is another',
    answers: AnsweredImportDuty,
    errors: OF_SITE,
  })
  importDuty(): Answer | undefined {
    return this.answers.importDuty();
  }

  @Get('settings/maintenance')
  @Access('public')
  @FromMemory({ summary: 'Whether the site is under maintenance', answers: Maintenance, errors: OF_SITE })
  maintenance(): Answer | undefined {
    return this.answers.maintenance();
  }

  @Get('prices/settings/public-view-enabled')
  @Access('public')
  @FromMemory({ summary: 'Whether boards are shown', answers: PublicView, errors: OF_SITE })
  publicView(): Answer | undefined {
    return this.answers.publicView();
  }

  @Get('boards/:id/events')
  @Access('public')
  @Operation<unknown>({
    summary: "A shop's board, pushed",
    description:
      'Server-Sent Events: profile, prices, advertisements, custom-tables, maintenance, heartbeat, gone. Each carries the ' +
      'JSON of the matching GET. A new stream starts with the whole state. Paired screens get screen and command as well.',
    answers: z.string(),
    mediaType: 'text/event-stream',
    query: StreamQuery,
    errors: OF_SHOP,
  })
  events(@Req() request: StreamRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.streams.open(request, reply);
  }
}
