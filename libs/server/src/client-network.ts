import { isIPv6 } from 'node:net';

const GROUPS = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The key by which a client is counted: an IPv4 address, or the first 64 bits of an IPv6 address. A single subscriber has at
 * least all addresses with the same 64 bits, and would otherwise be a new client with each.
 */
export function clientNetwork(address: string | undefined): string {
  // Runs before the most frequent reads, so most addresses must need no more than this check. A client that has disconnected
  // has no address.
  if (address === undefined) return '';
  if (!address.includes(':') || !isIPv6(address)) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const first = [...before, ...zeros, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}

/** `1:2` gives two groups; an IPv4 address at the end counts as two as well. */
function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
