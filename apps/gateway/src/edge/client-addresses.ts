import { isSharedAddress, Metrics } from '@sarafa/server';
import proxyAddr from '@fastify/proxy-addr';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY_CONFIG } from '../gateway.tokens.js';

/** For this long after the last such request an operator is told. */
const TOLD_MS = 3_600_000;

/**
 * Whether clients can be told apart by their addresses. Behind a proxy that `TRUST_PROXY` doesn't name they all have the proxy's, and
 * a limit by address would lock all of them out for what one does.
 */
@Injectable()
export class ClientAddresses {
  private readonly log = new Logger(ClientAddresses.name);
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private sharedAt?: number;

  constructor(@Inject(GATEWAY_CONFIG) { TRUST_PROXY }: GatewayConfig, metrics: Metrics) {
    this.isTrusted = TRUST_PROXY ? proxyAddr.compile(TRUST_PROXY.split(',').map((range) => range.trim())) : () => false;
    const help =
      'Whether clients came in the last hour whose addresses are private or those of a proxy, so that they are not told apart.';
    metrics.gauge('sarafa_client_address_unknown', help, () => Number(this.areUnknown));
  }

  /** Whether this address is that of one client or network alone, as far as anybody can know. */
  isTold(address: string | undefined): boolean {
    // A client that has disconnected has no address, which says nothing of where the others come from.
    if (!address) return false;
    if (!isSharedAddress(address) && !this.isTrusted(address, 0)) return true;
    if (!this.areUnknown)
      this.log.warn(
        `Clients can't be told apart by the address ${address}: if a proxy stands in front, TRUST_PROXY must name it`,
      );
    this.sharedAt = performance.now();
    return false;
  }

  /** The address as services count by it: empty where it is not one client's. */
  counted(address: string | undefined): string {
    return address && this.isTold(address) ? address : '';
  }

  get areUnknown(): boolean {
    return this.sharedAt !== undefined && performance.now() - this.sharedAt < TOLD_MS;
  }
}
