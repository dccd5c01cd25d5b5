import { type Actor, media } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { AdvertisementsService } from './advertisements.service.js';

@Controller()
export class AdvertisementsController {
  constructor(private readonly advertisements: AdvertisementsService) {}

  @Handles(media.listAdvertisements)
  list(_: object, actor: Actor) {
    return this.advertisements.list(actor);
  }

  @Handles(media.deleteAdvertisement)
  async delete({ id }: { id: string }, actor: Actor) {
    await this.advertisements.delete(actor, id);
    return {};
  }
}
