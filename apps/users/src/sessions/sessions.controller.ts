import { type Actor, type SeenSession, users } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Handles(users.listSessions)
  list({ id }: { id: string }, actor: Actor) {
    return this.sessions.list(actor, id);
  }

  @Handles(users.endSession)
  async end({ id }: { id: string }, actor: Actor) {
    await this.sessions.end(actor, id);
    return {};
  }

  @Handles(users.sessionsSeen)
  async see({ seen }: { seen: SeenSession[] }) {
    await this.sessions.see(seen);
    return {};
  }
}
