import { type Actor, type AskedAudit, audit } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { UsersAudit } from './users-audit.repository.js';

@Controller()
export class AuditController {
  constructor(private readonly trail: UsersAudit) {}

  @Handles(audit.users)
  list(asked: AskedAudit, actor: Actor) {
    return this.trail.list(actor, asked);
  }
}
