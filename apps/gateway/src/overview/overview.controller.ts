import { type Actor, OwnAddress, Overview, users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../access.js';
import { ClientAddresses } from '../edge/client-addresses.js';
import { Operation } from '../operation.js';
import { OpenBoardsSurvey } from './open-boards.survey.js';

/** The figures that an admin looks at first. */
@Controller('admin')
export class OverviewController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly open: OpenBoardsSurvey,
    private readonly addresses: ClientAddresses,
  ) {}

  @Get('overview')
  @Access('admin')
  @Operation({ summary: 'Shops and boards at a glance', answers: Overview })
  async overview(@CurrentActor() actor: Actor): Promise<Overview> {
    const [shops, open] = await Promise.all([this.rpc.call(users.countShops, {}, actor), this.open.all()]);
    const { areUnknown: clientAddressesUnknown } = this.addresses;
    return { shops, boardsOpen: open.boards, openShops: open.shops, clientAddressesUnknown };
  }

  /** For `helm test` and for whoever sets up a proxy. */
  @Get('own-address')
  @Access('admin')
  @Operation({ summary: 'Which address the gateway takes for that of the one who asks, and why', answers: OwnAddress })
  ownAddress(@Req() { ip, socket, headers }: FastifyRequest): OwnAddress {
    return { address: ip, peer: socket.remoteAddress ?? '', forwarded: String(headers['x-forwarded-for'] ?? '') };
  }
}
