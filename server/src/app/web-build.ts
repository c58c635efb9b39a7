import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OpenPages, SocialLink, WebPages } from '@vesalius/contract/web-pages';

/** What the web build left behind. The server never imports the web app's sources, only this. */
export interface WebBuild extends WebPages {
  readonly folder: string;
}

/** The folder of the files that browsers get. */
export const CLIENT_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist/client');

/** Null: nothing was built. `socialLinks` are written into every document. */
export async function findWebBuild(
  socialLinks: readonly SocialLink[] = [],
  folder = CLIENT_FOLDER,
): Promise<WebBuild | null> {
  const entry = join(folder, '../server/entry-server.js');
  if (!existsSync(entry)) return null;
  const { openPages } = (await import(pathToFileURL(entry).href)) as { openPages: OpenPages };
  return { folder, ...openPages({ clientFolder: folder, socialLinks }) };
}
