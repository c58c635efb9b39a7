import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { CLIENT_FOLDER } from './web-build.ts';

/*
 * A tab that is open during a release still requests the files of the build that it was loaded from. Their names contain a
 * hash of the content, so the files of several builds fit into one folder. It is below the data folder, because a release
 * replaces the code but never the data.
 */

/** After this time, a tab that requests a removed file reloads (`web/src/lib/release.ts`). */
const KEEP_DAYS = 14;
/** Limits the disk usage on a development machine. */
const MAX_BUILDS = 10;

interface KeptBuild {
  readonly id: string;
  readonly files: readonly string[];
  /** ISO 8601; null = the current build. */
  readonly replacedAt: string | null;
}

const folderOf = (dataDir: string) => join(dataDir, 'web-assets');

/** Called once at the start of a server. Without it open tabs reload. */
export async function keepAssetsOfBuild({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<void> {
  if (!existsSync(CLIENT_FOLDER)) return;
  await keepBuildAssets(CLIENT_FOLDER, config.dataDir, new Date()).catch((error: unknown) =>
    log.warn({ err: error }, "the web app's files could not be kept for open tabs"),
  );
}

/** Copies the current build's assets, and removes those of builds that were replaced long ago. */
export async function keepBuildAssets(clientFolder: string, dataDir: string, now: Date): Promise<void> {
  const source = join(clientFolder, 'assets');
  const folder = folderOf(dataDir);
  const files = (await readdir(source)).sort();
  const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
  await mkdir(folder, { recursive: true });
  const known = new Set(await readdir(folder));
  for (const name of files) if (!known.has(name)) await copy(join(source, name), join(folder, name));

  const builds = keptBuilds(await readBuilds(folder), { id, files, replacedAt: null }, now);
  const wanted = new Set(builds.flatMap((build) => build.files));
  wanted.add('builds.json');
  for (const name of known) if (!wanted.has(name)) await rm(join(folder, name), { force: true });
  const temporary = join(folder, 'builds.json.part');
  await writeFile(temporary, JSON.stringify(builds));
  await rename(temporary, join(folder, 'builds.json'));
}

/** The names of all kept assets, and their folder. */
export async function findKeptAssets(
  dataDir: string,
): Promise<{ folder: string; names: ReadonlySet<string> }> {
  const folder = folderOf(dataDir);
  const builds = await readBuilds(folder);
  return { folder, names: new Set(builds.flatMap((build) => build.files)) };
}

function keptBuilds(before: readonly KeptBuild[], present: KeptBuild, now: Date): KeptBuild[] {
  const oldest = now.getTime() - KEEP_DAYS * DAY_MS;
  const former = before
    .filter(({ id }) => id !== present.id)
    .map((build) => ({ ...build, replacedAt: build.replacedAt ?? now.toISOString() }))
    .filter(({ replacedAt }) => Date.parse(replacedAt) > oldest);
  return [present, ...former].slice(0, MAX_BUILDS);
}

async function readBuilds(folder: string): Promise<readonly KeptBuild[]> {
  try {
    return JSON.parse(await readFile(join(folder, 'builds.json'), 'utf8')) as KeptBuild[];
  } catch {
    // The first build, or a truncated list: files that are not listed are removed.
    return [];
  }
}

/** Makes a hard link if the file system allows it, otherwise a copy. */
async function copy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, `${to}.part`, constants.COPYFILE_FICLONE);
    await rename(`${to}.part`, to);
  }
}
