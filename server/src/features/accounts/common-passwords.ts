import { readServerData } from '../../platform/server-data.ts';

let entries: ReadonlySet<string> | undefined;

/** Fifteen thousand passwords that leaked again and again, in lower case; asked of nobody, read once. */
export function commonPasswords(): ReadonlySet<string> {
  entries ??= new Set(
    readServerData('common-passwords.txt')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  );
  return entries;
}
