import type { Operation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Finding } from './work-under-check.ts';

/* Removes the email addresses of a book's people for readers of the work who may not edit it. */

const ADDRESSES = 'assigned';
export const holdsAddresses = (path: readonly string[]): boolean => path[0] === ADDRESSES;

export function withoutAddresses({ [ADDRESSES]: _, ...fields }: Fields): Fields {
  return fields;
}

const ADDRESS = /[^\s"'<>,;]+@[^\s"'<>,;]+/g;
/** A finding about the people of the book speaks of "a person" instead. */
export const findingWithoutAddresses = (finding: Finding): Finding =>
  holdsAddresses(finding.path.map(String))
    ? { ...finding, text: finding.text.replaceAll(ADDRESS, 'a person') }
    : finding;

export const operationWithoutAddresses = (operation: Operation): Operation =>
  operation.op === 'set' && holdsAddresses(operation.path) ? { op: 'set', path: [ADDRESSES] } : operation;
