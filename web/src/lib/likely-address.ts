const COMMON_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
];
/** Real providers that are one letter away from another one. */
const REAL_DOMAINS = new Set(['ymail.com', 'gmail.co', 'mail.com', 'email.com', 'hotmail.co', 'live.co']);

/** No such endings exist, and each is a slip on the keyboard. */
const MISTYPED_COM = /\.(con|cpm|vom|xom|comm)$/;

/** A shorter domain is one letter away from too many real ones. */
const MIN_KNOWN_LENGTH = 6;

/**
 * The address that was probably meant: its domain is one error away from a known or a common one, or ends as none does. Null =
 * none. `known`: domains that are right where the address is typed, the most likely first.
 */
export function likelyAddress(email: string, known: readonly string[] = []): string | null {
  const [name, typed = '', ...rest] = email.trim().toLowerCase().split('@');
  if (!name || rest.length > 0 || COMMON_DOMAINS.includes(typed) || REAL_DOMAINS.has(typed)) return null;
  if (known.includes(typed)) return null;
  const domain = typed.replace(MISTYPED_COM, '.com');
  const targets = [...known.filter(({ length }) => length >= MIN_KNOWN_LENGTH), ...COMMON_DOMAINS];
  const meant = targets.find((right) => right === domain || isOneErrorAway(domain, right));
  if (meant) return `${name}@${meant}`;
  return domain === typed ? null : `${name}@${domain}`;
}

/** One letter missing, too many or another one, or two neighbors exchanged. */
function isOneErrorAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start += 1;
  const [a, b] = [typed.slice(start), meant.slice(start)];
  if (a.length === b.length)
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  return a.length > b.length ? a.slice(1) === b : a === b.slice(1);
}
