/**
 * Writes NOTICE: everything that the product ships beside its own code, from the lock file, with license and copyright
 * holder. `--check` only compares. The full texts are in each package, and those of the browser's packages in the build
 * (`/licenses.md`).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const file = join(root, 'NOTICE');
const HEAD = `Vesalius
Copyright 2026 the authors of Vesalius

Licensed under the Apache License, Version 2.0 (see LICENSE).

Written by \`npm run write-notice\`. The product installs, or ships in its build, the packages below. PDF.js
(pdfjs-dist) and PDFium draw pages; the codecs of Cornerstone decode DICOM images; the five typefaces of Fontsource are
under the SIL Open Font License; sharp loads libvips, a separate library under the LGPL, which may be replaced.
`;

/**
 * Also for packages that are not installed here: the lock file names the binaries of all systems, which share one
 * license.
 * @param {string} path
 */
function holderOf(path) {
  const folder = join(root, path);
  if (!existsSync(folder)) return '';
  const name = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|-|$)/i.test(each));
  const text = name ? readFileSync(join(folder, name), 'utf8') : '';
  const line = text.split('\n').find((each) => /copyright\s+(\(c\)|©|\d{4}|20|19)/i.test(each)) ?? '';
  return line.replace(/^[\s#*/]+|[\s*/]+$/g, '').slice(0, 120);
}

/** @typedef {{ name: string, version: string, license?: string, holder: string }} Shipped */
/**
 * A package as in the lock file.
 * @typedef {{ version: string, license?: string } & Record<'dev' | 'devOptional' | 'link' | 'optional', boolean>
 * & Record<'os' | 'cpu', string[] | undefined>} LockedPackage
 */
/** @type {{ packages: Record<string, LockedPackage> }} */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** @type {Map<string, Shipped>} */
const seen = new Map();
for (const [path, { dev, devOptional, link, optional, os, cpu, version, license }] of Object.entries(
  packages,
)) {
  if (!path.includes('node_modules/') || dev || devOptional || link) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // One line for the binaries of all systems, without data that only this machine has.
  const isBinary = Boolean(optional && (os || cpu));
  const key = `${name} ${version}`;
  if (!seen.has(key)) seen.set(key, { name, version, license, holder: isBinary ? '' : holderOf(path) });
}
const entries = [...seen.values()].sort((one, other) => {
  const [a, b] = [`${one.name} ${one.version}`, `${other.name} ${other.version}`];
  return a < b ? -1 : a > b ? 1 : 0;
});
/** @param {Shipped} entry */
const factsOf = ({ name, version, license }) => `${name} ${version}: ${license ?? 'see the package'}`;

if (process.argv.includes('--check')) {
  // Compares names, versions and licenses: the holder is known only if the package is installed.
  const written = existsSync(file)
    ? (readFileSync(file, 'utf8').split('\n\n').at(-1) ?? '').trim().split('\n')
    : [];
  const isSame =
    written.length === entries.length &&
    entries.every((entry, index) => {
      const facts = factsOf(entry);
      return written[index] === facts || written[index]?.startsWith(`${facts}. `);
    });
  console.log(
    isSame
      ? `notice: ${entries.length} packages`
      : 'notice: not what the lock file says; run npm run write-notice',
  );
  process.exit(isSame ? 0 : 1);
}
const lines = entries.map((entry) => factsOf(entry) + (entry.holder ? `. ${entry.holder}` : ''));
writeFileSync(file, `${HEAD}\n${lines.join('\n')}\n`);
console.log(`${entries.length} packages`);
