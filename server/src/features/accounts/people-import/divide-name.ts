/**
 * A name in one column, divided: "Haddad, Leila" at its comma, any other at the last blank. It is a guess, which the
 * preview shows so that it can be corrected. A name of one word is a first name: nobody has told the last one.
 */
export function divideName(name: string): { first_name: string; second_name: string } {
  const text = name.trim().replace(/\s+/g, ' ');
  const [beforeComma = '', ...afterComma] = text.split(/\s?[,،]\s?/);
  const rest = afterComma.filter(Boolean).join(', ');
  if (beforeComma && rest) return { first_name: rest, second_name: beforeComma };
  const whole = beforeComma || rest;
  const blank = whole.lastIndexOf(' ');
  return blank < 0
    ? { first_name: whole, second_name: '' }
    : { first_name: whole.slice(0, blank), second_name: whole.slice(blank + 1) };
}
