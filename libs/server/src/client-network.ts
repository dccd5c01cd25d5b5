import { isIPv6 } from 'node:net';

const GROUPS = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What one client is counted by: an IPv4 address, or the first 64 bits of an IPv6 one. A single subscriber has at least all
 * addresses of those, and would be counted anew with each.
 */
export function clientNetwork(address: string | undefined): string {
  // Stands before the hottest reads: most addresses need no more than this look.
  // Who has left already has none.
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

/** `1:2` -> two; an IPv4 address at the end is two as well. */
function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
