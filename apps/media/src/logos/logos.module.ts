import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { Logo, LogoSchema } from './logo.schema.js';
import { LogosRepository } from './logos.repository.js';
import { LogosService } from './logos.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Logo.name, schema: LogoSchema }], MEDIA_DB)],
  providers: [LogosRepository, LogosService],
  exports: [LogosRepository, LogosService],
})
export class LogosModule {}
