import {
  accountState,
  type Actor,
  AppError,
  Done,
  Id,
  type OwnedScreen,
  OwnedScreens,
  OwnedScreensQuery,
  SavedScreen,
  type Screen,
  ScreenClaim,
  ScreenSnooze,
  Screens,
  screens,
  ScreenStates,
  ScreenUpdate,
  SentCommand,
  texts,
} from '@sarafa/contracts';
import { darkFirst } from '@sarafa/domain';
import { ownUserId, RpcClient, StateCache } from '@sarafa/server';
import { Body, Controller, Delete, Get, HttpCode, Logger, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { allPages } from '../all-pages.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import { Operation } from '../operation.js';
import { ScreenCommands } from './screen-commands.js';

/** A shop's TVs (rules 14.2 to 14.8). */
@Controller()
export class ScreensController {
  private readonly log = new Logger(ScreensController.name);

  constructor(
    private readonly rpc: RpcClient,
    private readonly state: StateCache,
    private readonly commands: ScreenCommands,
    private readonly addresses: ClientAddresses,
  ) {}

  @Post('screens/claim')
  @Access('admin', 'user')
  @Operation({
    summary: 'Pairs the TV that shows this code; an admin names the shop',
    answers: SavedScreen,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  })
  async claim(
    @Body({ schema: ScreenClaim }) claim: ScreenClaim,
    @Req() { ip }: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<SavedScreen> {
    const screen = await this.rpc.call(screens.claim, { ...claim, address: this.addresses.counted(ip) }, actor);
    return { message: texts.screens.claimed, screen };
  }

  @Get('screens/me')
  @Access('user')
  @Operation({ summary: "One's own screens", answers: Screens })
  async mine(@CurrentActor() actor: Actor): Promise<Screen[]> {
    return (await this.rpc.call(screens.list, { userId: ownUserId(actor) }, actor)).screens;
  }

  @Get('admin/screens')
  @Access('admin')
  @Operation({
    summary: 'The screens of all shops, of one, or those that are named, the ones that are not playing first',
    answers: OwnedScreens,
  })
  async list(
    @Query({ schema: OwnedScreensQuery }) { userId, ids }: OwnedScreensQuery,
    @CurrentActor() actor: Actor,
  ): Promise<OwnedScreen[]> {
    const pages = await allPages((from) => this.rpc.call(screens.list, { ...from, userId, ids }, actor));
    // Settings of the release before answers all.
    const asked = pages.flatMap((page) => page.screens).filter(({ id }) => !ids || ids.includes(id));
    return (await Promise.all(asked.map((screen) => this.owned(screen)))).sort(darkFirst);
  }

  @Get('admin/screens/states')
  @Access('admin')
  @Operation({
    summary: 'How the screens of all shops are, in short',
    description: 'A screen that is neither in `dark` nor in `off` is playing.',
    answers: ScreenStates,
  })
  async states(@CurrentActor() actor: Actor): Promise<ScreenStates> {
    const pages = await allPages((from) => this.rpc.call(screens.states, from, actor));
    return {
      count: pages[0]!.count!,
      dark: pages.flatMap(({ dark }) => dark),
      off: pages.flatMap(({ off }) => off),
    };
  }

  @Put('screens/:id')
  @Access('admin', 'user')
  @Operation({ summary: 'Changes the name and the settings of a screen', answers: SavedScreen, errors: ['NOT_FOUND'] })
  async update(
    @Body({ schema: ScreenUpdate }) fields: ScreenUpdate,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<SavedScreen> {
    return { message: texts.screens.updated, screen: await this.rpc.call(screens.update, { ...fields, id }, actor) };
  }

  @Put('screens/:id/snooze')
  @Access('admin', 'user')
  @Operation({ summary: 'No alarms of a screen until then; null ends that', answers: SavedScreen, errors: ['NOT_FOUND'] })
  async snooze(
    @Body({ schema: ScreenSnooze }) { until }: ScreenSnooze,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<SavedScreen> {
    const screen = await this.rpc.call(screens.snooze, { id, until }, actor);
    return { message: until === null ? texts.screens.unsnoozed : texts.screens.snoozed, screen };
  }

  @Delete('screens/:id')
  @Access('admin', 'user')
  @Operation({ summary: 'Removes a screen: its TV shows a code again', answers: Done, errors: ['NOT_FOUND'] })
  async remove(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<Done> {
    await this.rpc.call(screens.delete, { id }, actor);
    return { message: texts.screens.deleted };
  }

  @Post('screens/:id/commands')
  @HttpCode(200)
  @Access('admin', 'user')
  @Operation({
    summary: 'Has a screen do something',
    description: 'Answered when the screen has done it; 409 when it hasn’t within two seconds.',
    answers: Done,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  async command(
    @Body({ schema: SentCommand }) { command }: SentCommand,
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<Done> {
    // Only settings knows whose screen it is.
    await this.rpc.call(screens.get, { id }, actor);
    if (!(await this.commands.run(id, command))) throw new AppError('CONFLICT', texts.screens.offline);
    // It is done, whether the log can be told or not, as beside settings of the release before.
    await this.rpc
      .call(screens.commanded, { id, command }, actor)
      .catch((error: Error) => this.log.warn(`Not in the log of changes: ${error.message}`));
    return { message: texts.screens.done };
  }

  private async owned(screen: Screen): Promise<OwnedScreen> {
    const owner = await this.state.load(accountState, screen.userId);
    return { ...screen, username: owner?.username ?? '', shop_name: owner?.shop_name ?? '' };
  }
}
