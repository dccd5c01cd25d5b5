import { Live, Ready } from '@sarafa/contracts';
import { Health } from '@sarafa/server';
import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access.js';
import { Operation } from '../operation.js';

/** The health for load balancers, at the public port. The process's own health is at the metrics port. */
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @Header('access-control-allow-origin', '*')
  @Access('public')
  @Operation({ summary: 'Whether the gateway runs', answers: Live })
  live(): Live {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('access-control-allow-origin', '*')
  @Access('public')
  @Operation({
    summary: 'Whether the gateway serves boards, and how what it needs for the rest answers',
    answers: Ready,
    alsoAnswers: { 503: 'The gateway is starting or stopping' },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Ready> {
    const { ready, checks } = await this.health.readiness();
    void reply.code(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }
}
