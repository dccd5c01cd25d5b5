import { type Actor, Overview, users } from '@sarafa/contracts';
import { RpcClient } from '@sarafa/server';
import { Controller, Get } from '@nestjs/common';
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
}
