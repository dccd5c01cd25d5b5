import { type Actor, type AskedAudit, audit } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { SettingsAudit } from './settings-audit.repository.js';

@Controller()
export class AuditController {
  constructor(private readonly trail: SettingsAudit) {}

  @Handles(audit.settings)
  list(asked: AskedAudit, actor: Actor) {
    return this.trail.list(actor, asked);
  }
}
