import { readServerData } from '../../platform/server-data.ts';

let entries: ReadonlySet<string> | undefined;

/** Fifteen thousand frequently leaked passwords in lower case, read once from a local file. */
export function commonPasswords(): ReadonlySet<string> {
  entries ??= new Set(
    readServerData('common-passwords.txt')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  );
  return entries;
}
