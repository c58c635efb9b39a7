/**
 * Splits a full name: "Haddad, Leila" at its comma, any other at the last space. It is a guess, which the preview shows for
 * correction. A single word is a first name, because the last name is unknown.
 */
export function divideName(name: string): { first_name: string; second_name: string } {
  const text = name.trim().replace(/\s+/g, ' ');
  const [beforeComma = '', ...afterComma] = text.split(/\s?[,،]\s?/);
  const rest = afterComma.filter(Boolean).join(', ');
  if (beforeComma && rest) return { first_name: rest, second_name: beforeComma };
  const fullName = beforeComma || rest;
  const blank = fullName.lastIndexOf(' ');
  return blank < 0
    ? { first_name: fullName, second_name: '' }
    : { first_name: fullName.slice(0, blank), second_name: fullName.slice(blank + 1) };
}
