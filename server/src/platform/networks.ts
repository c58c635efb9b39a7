/**
 * Lengths of the IPv6 prefixes that are counted: the network of a household or ward, of a site, of a provider's
 * customer.
 */
const PREFIXES = [64, 56, 48] as const;

/**
 * The networks of an address, smallest first. An IPv4 address counts alone, because many users share one; of an IPv6
 * address the /64 of one network counts, and the /56 and /48 that one customer gets.
 */
export function networksOf(ip: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return [mapped[1]];
  if (!ip.includes(':')) return [ip];
  const groups = groupsOf(ip);
  return PREFIXES.map((length) => {
    const bits = groups.map((group, index) => {
      const kept = Math.min(16, Math.max(0, length - index * 16));
      return group & (0xffff << (16 - kept)) & 0xffff;
    });
    return `${bits.map((group) => group.toString(16)).join(':')}::/${length}`;
  });
}

/** The smallest network of an address. */
export const placeOf = (ip: string): string => networksOf(ip)[0] ?? ip;

/** The largest network of an address: of IPv6 what one customer gets, so that nobody queues under thousands of addresses. */
export const siteOf = (ip: string): string => networksOf(ip).at(-1) ?? ip;

/** The first four groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
}
