import { type Actor, AppError, Done, Id, media, OwnAdvertisements, texts, UploadedAdvertisement } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';
import { UploadsClient } from './uploads.client.js';

const { advertisements } = texts;

@Controller('advertisements')
export class AdvertisementsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: UploadsClient,
  ) {}

  @Get('user/me')
  @Access('user')
  @Operation({ summary: "One's own ads", answers: OwnAdvertisements })
  listMine(@CurrentActor() actor: Actor) {
    return this.rpc.call(media.listAdvertisements, {}, actor);
  }

  @Post('upload')
  @Access('user')
  @Operation({
    summary: 'Stores an image or a video',
    description: 'One file. Its type is what its bytes are; at most 2 videos of 50 MB and 3 images of 100 MB a shop.',
    answers: UploadedAdvertisement,
    upload: 'advertisement',
  })
  upload(@Req() request: FastifyRequest): Promise<UploadedAdvertisement> {
    return this.uploads.pass(request);
  }

  @Delete(':id')
  @Access('admin', 'user')
  @Operation({ summary: 'Deletes an ad and its files', answers: Done, errors: ['INVALID_INPUT', 'NOT_FOUND'] })
  async delete(@Param('id') id: string, @CurrentActor() actor: Actor) {
    // The dashboard shows this sentence as it is, so it doesn't begin with the parameter's name.
    if (!Id.safeParse(id).success)
      throw new AppError('INVALID_INPUT', advertisements.invalidId, [{ path: 'id', message: advertisements.invalidId }]);
    await this.rpc.call(media.deleteAdvertisement, { id }, actor);
    return { message: advertisements.deleted };
  }
}
