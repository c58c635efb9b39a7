import type { Role } from '@vesalius/contract/calls';

export const ROLES = [
  'customer',
  'author',
  'editor',
  'program_director',
  'staff',
] as const satisfies readonly Role[];
