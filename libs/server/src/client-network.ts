import ipaddr from 'ipaddr.js';

/**
 * The key by which a client is counted: an IPv4 address, or the first 64 bits of an IPv6 address. A single subscriber has at
 * least all addresses with the same 64 bits, and would otherwise be a new client with each.
 */
export function clientNetwork(address: string | undefined): string {
  // Runs before the most frequent reads, so most addresses must need no more than this check. A client that has disconnected
  // has no address.
  if (address === undefined) return '';
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
