import ipaddr from 'ipaddr.js';

/** An IPv4 client of a server that listens on IPv6. */
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * The key by which a client is counted: an IPv4 address, or the first 64 bits of an IPv6 address. A single subscriber has at
 * least all addresses with the same 64 bits, and would otherwise be a new client with each.
 */
export function clientNetwork(address: string | undefined): string {
  // A client that has disconnected has no address.
  if (address === undefined) return '';
  // Runs before the most frequent reads, so most addresses must need no more than these two checks.
  if (!address.includes(':')) return address;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : networkOf(parsed, 64);
}

/**
 * The larger networks that a client's is a part of, the largest last: whoever has many addresses has them side by side. Of IPv4 the
 * first 24 bits, of IPv6 the first 56 and 48; none of what is no address.
 */
export function widerNetworks(address: string): string[] {
  const parsed = parse(address);
  if (!parsed) return [];
  return parsed.kind() === 'ipv4' ? [networkOf(parsed, 24)] : [networkOf(parsed, 56), networkOf(parsed, 48)];
}

/** The largest network by which shares are counted. */
export function widestNetwork(address: string): string {
  return widerNetworks(address).at(-1) ?? clientNetwork(address);
}

/** Addresses of proxies and private networks, each as many clients as stand behind it; a proxy may run on the same machine. */
const PRIVATE = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.1/32'],
  ...['fc00::/7', 'fe80::/10', '::1/128'],
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether clients can't be told apart by this address: it is a private one, or none. Then nobody may be locked out for what others
 * with the same address do.
 */
export function isSharedAddress(address: string): boolean {
  const parsed = parse(address);
  return !parsed || PRIVATE.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  return ipaddr.process(address);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => byte & (0xff << Math.max(0, 8 - Math.max(0, bits - index * 8))));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
