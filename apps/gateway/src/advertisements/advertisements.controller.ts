import { type Actor, AppError, dashboardTexts, Id, media, type UploadedAdvertisement } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { UploadsClient } from './uploads.client.js';

const { list } = dashboardTexts;

@Controller('advertisements')
export class AdvertisementsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: UploadsClient,
  ) {}

  @Get('user/me')
  @Access('user')
  listMine(@CurrentActor() actor: Actor) {
    return this.rpc.call(media.listAdvertisements, {}, actor);
  }

  @Post('upload')
  @Access('user')
  upload(@Req() request: FastifyRequest): Promise<UploadedAdvertisement> {
    return this.uploads.pass(request);
  }

  @Delete(':id')
  @Access('admin', 'user')
  async delete(@Param('id') id: string, @CurrentActor() actor: Actor) {
    if (!Id.safeParse(id).success)
      throw new AppError('INVALID_INPUT', list.invalidId, [{ path: 'id', message: list.invalidId }]);
    await this.rpc.call(media.deleteAdvertisement, { id }, actor);
    return { message: list.deleted };
  }
}
