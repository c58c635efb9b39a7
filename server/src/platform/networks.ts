/** Lengths of the IPv6 prefixes that are counted: a household's or a ward's network, a site's, a provider's customer. */
const PREFIXES = [64, 56, 48] as const;

/**
 * The networks that an address belongs to, smallest first: an IPv4 address alone, because many share one; of an IPv6
 * address the /64 that one network owns, and the /56 and /48 that are given to one customer.
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

/** The smallest network: who counts as one place. */
export const placeOf = (ip: string): string => networksOf(ip)[0] ?? ip;

/** The largest network: of IPv6 what one customer gets, so that nobody stands in a queue under thousands of names. */
export const siteOf = (ip: string): string => networksOf(ip).at(-1) ?? ip;

/** The first four groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
}
