/**
 * The acknowledged writes, one JSON line each, in the order of the answers. `ok: false` = sent, without an answer
 * that tells whether it was stored: the auditor accepts both.
 */
import { createWriteStream, readFileSync } from 'node:fs';

export function openLedger(file) {
  const stream = createWriteStream(file, { flags: 'a' });
  return {
    write: (entry) => stream.write(`${JSON.stringify(entry)}\n`),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}

export const readLedger = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
