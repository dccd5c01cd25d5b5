import { type Actor, audit, AuditEntries, type AuditEntry, AuditQuery, limits, OwnAuditQuery } from '@sarafa/contracts';
import { ownUserId, RpcClient } from '@sarafa/server';
import { Controller, Get, Query } from '@nestjs/common';
import { Access, CurrentActor } from '../access.js';
import { Operation } from '../operation.js';

const PAGE = limits.auditPage;

/** The log of who changed what. */
@Controller()
export class AuditController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('admin/audit')
  @Access('admin')
  @Operation({
    summary: 'Who changed what, the newest first',
    description: 'At most 50 entries. The id of the last one is the `before` of the next page; `actor` is an id or a username.',
    answers: AuditEntries,
  })
  list(@Query({ schema: AuditQuery }) query: AuditQuery, @CurrentActor() actor: Actor) {
    return this.page(query, actor);
  }

  @Get('user/audit')
  @Access('user')
  @Operation({ summary: "Who changed what of one's own shop, the newest first", answers: AuditEntries })
  async own(@Query({ schema: OwnAuditQuery }) { before }: OwnAuditQuery, @CurrentActor() actor: Actor) {
    return this.page({ userId: ownUserId(actor), before }, actor);
  }

  /** Of the newest entries of each service the newest of all. Without one of the services there is no answer rather than a part. */
  private async page(query: AuditQuery, actor: Actor): Promise<AuditEntry[]> {
    const lists = await Promise.all(Object.values(audit).map((list) => this.rpc.call(list, { ...query, limit: PAGE }, actor)));
    return lists
      .flat()
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, PAGE);
  }
}
