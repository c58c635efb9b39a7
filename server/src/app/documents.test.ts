import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const NOT_OURS = new Set(['node_modules', 'dist', '.cache', '.data', '.git']);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (NOT_OURS.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [...filesBelow('.')].filter((path) => path.endsWith('.md'));

/** As GitHub makes the anchor of a heading. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page to files of ours, as paths from the root. */
function linksOf(page: string): { target: string; anchor: string | undefined }[] {
  const text = read(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:|^\//.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    return [{ target: path === '' ? page : relative(root, join(root, dirname(page), path)), anchor }];
  });
}

describe('documents', () => {
  it.each(pages.filter((page) => linksOf(page).length > 0))('%s leads to what exists', (page) => {
    const broken = linksOf(page).filter(({ target, anchor }) => {
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('are all found from docs/README.md', () => {
    const listed = new Set(linksOf('docs/README.md').map(({ target }) => target));
    const own = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(own.filter((page) => !listed.has(page))).toEqual([]);
  });

  it('exist where the code names them', () => {
    const folders = ['bench', 'contract/src', 'demo', 'deploy', 'e2e', 'scripts', 'server/src', 'web/src'];
    const sources = folders
      .flatMap((folder) => [...filesBelow(folder)])
      .filter((path) => /\.(ts|tsx|mjs|js|css|sh|yml|yaml|conf|example|md|html)$|Dockerfile$/.test(path))
      .filter((path) => statSync(join(root, path)).size < 1_000_000);
    const missing = sources.flatMap((path) =>
      [...read(path).matchAll(/docs\/[\w/-]+\.md/g)]
        .filter(([named]) => !existsSync(join(root, named)))
        .map(([named]) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });
});
