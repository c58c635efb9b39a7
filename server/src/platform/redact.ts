/** Replaces an address. */
const REDACTED_ADDRESS = '[address]';

/** A character of the part before the `@`, without those that mail servers put around an address. */
const LOCAL = String.raw`[^\s<>()\[\]:;,"\\/@]`;
/**
 * A quoted local part or a run of its characters, an `@` (`%40` in URLs), and a host name or an address literal. The
 * lookbehind lets a match begin only at the start of a run, which keeps the search linear.
 */
const ADDRESS = new RegExp(
  String.raw`(?:"[^"\n]{1,64}"|(?<!${LOCAL})${LOCAL}+)(?:@|%40)(?:\[[^\]\s]{1,80}\]|(?:[\p{L}\p{N}_-]+\.)*\p{L}[\p{L}\p{N}_-]*)`,
  'giu',
);
/** Shorter local parts occur in too many texts to identify anyone. */
const MIN_LOCAL_LENGTH = 3;

/**
 * The text without mail addresses. Errors of other programs quote them: a mail server that refuses a recipient, a database
 * that cannot read a value. `known` addresses are also removed where only the part before the `@` occurs.
 */
export function redactAddresses(text: string, known: readonly string[] = []): string {
  let redacted = text;
  if (redacted.includes('@') || redacted.includes('%40'))
    redacted = redacted.replace(ADDRESS, REDACTED_ADDRESS);
  for (const address of known) {
    const local = address.slice(0, Math.max(0, address.lastIndexOf('@')));
    if (local.length < MIN_LOCAL_LENGTH) continue;
    const word = local.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    redacted = redacted.replace(
      new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'giu'),
      REDACTED_ADDRESS,
    );
  }
  return redacted;
}

/** The message of any thrown value, safe for logs and for rows that staff see. */
export const redactedMessage = (error: unknown): string =>
  redactAddresses(error instanceof Error ? error.message : String(error));
