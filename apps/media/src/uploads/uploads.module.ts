import { Module } from '@nestjs/common';
import { AdvertisementsModule } from '../advertisements/advertisements.module.js';
import { Films } from './films.js';
import { Pictures } from './pictures.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [AdvertisementsModule],
  providers: [Pictures, Films, UploadsService],
  exports: [UploadsService],
})
export class UploadsModule {}
