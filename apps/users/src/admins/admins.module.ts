import { Module } from '@nestjs/common';
import { AdminsController } from './admins.controller.js';
import { AdminsRepository } from './admins.repository.js';
import { AdminsService } from './admins.service.js';

@Module({ controllers: [AdminsController], providers: [AdminsRepository, AdminsService] })
export class AdminsModule {}
