import { expect, it } from 'vitest';
import { divideName } from './divide-name.ts';

it.each([
  ['Leila Haddad', 'Leila', 'Haddad'],
  ['  Mary  Ann\u00a0Evans ', 'Mary Ann', 'Evans'],
  ['Haddad, Leila', 'Leila', 'Haddad'],
  ['van der Berg ,Jan Willem', 'Jan Willem', 'van der Berg'],
  ['ليلى حداد', 'ليلى', 'حداد'],
  ['حداد، ليلى', 'ليلى', 'حداد'],
  ['Pele', 'Pele', ''],
  ['Haddad,', 'Haddad', ''],
  [', Leila', 'Leila', ''],
  ['', '', ''],
])('divides %j into %j and %j', (name, first, last) => {
  expect(divideName(name)).toEqual({ first_name: first, second_name: last });
});
