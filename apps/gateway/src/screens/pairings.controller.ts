import { Pairing, PairingAnswer, PairingQuery, ScreenSecret, screens, ScreenToken } from '@sarafa/contracts';
import { RpcClient, widestNetwork } from '@sarafa/server';
import { Body, Controller, Get, Header, HttpStatus, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access.js';
import { PublicLimit } from '../edge/public-limit.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';
import { Operation } from '../operation.js';
import { PairingLimit } from './pairing-limit.js';

const PUBLIC = { role: 'public' } as const;

/** How a TV without a keyboard gets its shop (rules 14.1 and 14.4), and comes back to it (rule 14.12). */
@Controller('screens')
export class PairingsController {
  private readonly opened: PairingLimit;

  constructor(
    private readonly rpc: RpcClient,
    private readonly limit: PublicLimit,
    private readonly addresses: ClientAddresses,
    @Inject(GATEWAY_CONFIG) { PUBLIC_RATE_LIMIT_PER_MINUTE }: GatewayConfig,
  ) {
    this.opened = new PairingLimit(PUBLIC_RATE_LIMIT_PER_MINUTE);
  }

  @Post('pairings')
  @Access('public')
  @Operation({
    summary: 'A code for a TV that has no shop yet',
    description: 'The code is shown to people, who claim it for their shop. With the secret the TV asks whether they have.',
    answers: Pairing,
    errors: ['TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  open(@Req() { ip }: FastifyRequest): Promise<Pairing> {
    this.count(ip);
    this.opened.count(ip, this.addresses.isTold(ip));
    return this.rpc.call(screens.openPairing, { network: widestNetwork(ip) }, PUBLIC);
  }

  @Get('pairings/:secret')
  @Header('access-control-allow-origin', '*')
  @Access('public')
  @Operation({
    summary: "The screen's token, once its code was claimed",
    description:
      'The token is answered once; after that the pairing is 404. With `again=true` it is answered once more within a minute, ' +
      'until the screen beats, because the answer may have been lost.',
    answers: PairingAnswer,
    alsoAnswers: { 202: 'An empty object: the code was not claimed yet' },
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  async redeem(
    @Param('secret') secret: string,
    @Query({ schema: PairingQuery }) { again }: PairingQuery,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PairingAnswer> {
    this.count(ip);
    const { claimed } = await this.rpc.call(screens.redeemPairing, { secret, again: again === 'true' }, PUBLIC);
    if (claimed) return PairingAnswer.parse(claimed);
    void reply.status(HttpStatus.ACCEPTED);
    return {};
  }

  @Post('tokens')
  @Access('public')
  @Operation({
    summary: 'A token for a screen whose own isn’t good any more, by the secret that it has told with a beat',
    answers: ScreenToken,
    errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  })
  renew(@Body({ schema: ScreenSecret }) sent: ScreenSecret, @Req() { ip }: FastifyRequest): Promise<ScreenToken> {
    this.count(ip);
    return this.rpc.call(screens.renewToken, sent, PUBLIC);
  }

  private count(address: string): void {
    if (!this.limit.allows(address)) throw this.limit.refusal();
  }
}
