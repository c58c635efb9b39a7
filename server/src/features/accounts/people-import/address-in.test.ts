import { expect, it } from 'vitest';
import { addressIn } from './address-in.ts';

it.each([
  ['leila@clinic.example', 'leila@clinic.example'],
  [' leila@clinic.example\t', 'leila@clinic.example'],
  ['Leila Haddad <leila@clinic.example>', 'leila@clinic.example'],
  ['"Haddad, Leila" <Leila@Clinic.example> ', 'Leila@Clinic.example'],
  ['<leila@clinic.example>', 'leila@clinic.example'],
  ['mailto:leila@clinic.example', 'leila@clinic.example'],
  ['MAILTO:leila@clinic.example?subject=Hello%20there', 'leila@clinic.example'],
  ['Leila <mailto:leila@clinic.example>', 'leila@clinic.example'],
  // Two addresses in one cell stay as they are, so that the row is refused and shown.
  ['A <a@clinic.example>; B <b@clinic.example>', 'A <a@clinic.example>; B <b@clinic.example>'],
  ["'leila@clinic.example' <leila@clinic.example>", 'leila@clinic.example'],
  ['leila at clinic', 'leila at clinic'],
  ['', ''],
])('reads %j as %j', (text, address) => expect(addressIn(text)).toBe(address));
