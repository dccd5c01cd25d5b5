import { type Actor, type AskedAudit, audit } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { MediaAudit } from './media-audit.repository.js';

@Controller()
export class AuditController {
  constructor(private readonly trail: MediaAudit) {}

  @Handles(audit.media)
  list(asked: AskedAudit, actor: Actor) {
    return this.trail.list(actor, asked);
  }
}
