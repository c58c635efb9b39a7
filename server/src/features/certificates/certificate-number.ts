import { randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** 60 random bits: a number cannot be guessed, and reveals nothing about its holder. */
export function newCertificateNumber(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return ['VSL', ...Array.from({ length: GROUPS }, group)].join('-');
}

/** Whether somebody typed at least the beginning of a number, and not other words. */
export const beginsNumber = (typed: string): boolean => /^\s*vs[l1]/i.test(typed);

/** Accepts what users type: lower case, O for 0, I or L for 1, with or without hyphens. */
export function readCertificateNumber(typed: string): string {
  const body = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^VS[L1]/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `VSL-${(body.match(/.{1,4}/g) ?? []).join('-')}`;
}
