import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OpenPages, SocialLink, WebPages } from '@vesalius/contract/web-pages';

/** The output of the web build. The server never imports the web app's sources. */
export interface WebBuild extends WebPages {
  readonly folder: string;
}

/** The folder with the files for browsers. */
export const CLIENT_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist/client');

/** Null = there is no build. `socialLinks` are included in every document. */
export async function findWebBuild(
  socialLinks: readonly SocialLink[] = [],
  folder = CLIENT_FOLDER,
): Promise<WebBuild | null> {
  const entry = join(folder, '../server/entry-server.js');
  if (!existsSync(entry)) return null;
  const { openPages } = (await import(pathToFileURL(entry).href)) as { openPages: OpenPages };
  return { folder, ...openPages({ clientFolder: folder, socialLinks }) };
}
