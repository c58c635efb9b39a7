import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

/** Inline in documents: what runs before any file has arrived. */
const ENTRIES = {
  pageStart: 'src/app/start/page-start.ts',
  viewerStart: 'src/features/reader/start/viewer-start.ts',
} as const;
type Name = keyof typeof ENTRIES;

const MODULE = 'virtual:start-scripts';
const RESOLVED = `\0${MODULE}`;

export async function bundleStart(name: Name): Promise<{ code: string; hash: string }> {
  const code = await bundleScript(ENTRIES[name]);
  // It would end the element, or open a comment that swallows its end.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${ENTRIES[name]} cannot be inlined`);
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

/**
 * The start scripts, bundled: for the server's build as `virtual:start-scripts`, from where they reach the documents and
 * their hashes the content security policy; for the development server in its own index.html.
 */
export function startScripts(): Plugin {
  return {
    name: 'start-scripts',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const exports = (Object.keys(ENTRIES) as Name[]).map(
        async (name) => `export const ${name} = ${JSON.stringify(await bundleStart(name))};`,
      );
      return (await Promise.all(exports)).join('\n');
    },
    async transformIndexHtml(html, { server }) {
      if (!server) return html;
      const [page, viewer] = await Promise.all([bundleStart('pageStart'), bundleStart('viewerStart')]);
      return html
        .replace('<!--page-start-->', () => `<script>${page.code}</script>`)
        .replace('<!--viewer-start-->', () => `<script>${viewer.code}</script>`);
    },
  };
}
