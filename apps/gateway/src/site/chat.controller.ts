import { ChatSettings } from '@sarafa/contracts';
import { Controller, Get, Header, Inject, Ip } from '@nestjs/common';
import { Access } from '../access.js';
import { PublicLimit } from '../edge/public-limit.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { Operation } from '../operation.js';

@Controller('settings')
export class ChatController {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly limit: PublicLimit,
  ) {}

  @Get('chat')
  @Header('access-control-allow-origin', '*')
  @Access('public')
  @Operation({ summary: "The number behind the sign-in screen's chat", answers: ChatSettings, errors: ['TOO_MANY_REQUESTS'] })
  chat(@Ip() address: string): ChatSettings {
    if (!this.limit.allows(address)) throw this.limit.refusal();
    return { chatNumber: this.config.PROVIDER_CHAT_NUMBER ?? null };
  }
}
