const SCHEME = 'mailto:';

/**
 * The address in what mail programs and spreadsheets copy: `Leila Haddad <leila@clinic.example>` and
 * `mailto:leila@clinic.example?subject=Hello`. Other text is returned as it is, without spaces around it.
 */
export function addressIn(text: string): string {
  const trimmed = text.trim();
  const from = trimmed.lastIndexOf('<');
  // Several in one cell are no address: the row is shown with its error.
  const isBracketed = from >= 0 && trimmed.indexOf('<') === from && trimmed.endsWith('>');
  const inner = isBracketed ? trimmed.slice(from + 1, -1).trim() : trimmed;
  if (!inner.toLowerCase().startsWith(SCHEME)) return inner;
  const [address = ''] = inner.slice(SCHEME.length).split('?');
  return address.trim();
}
