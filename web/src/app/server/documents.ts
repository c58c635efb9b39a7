import type { Language } from '@vesalius/contract/constants';
import type { SocialLink, ViewerPreview } from '@vesalius/contract/web-pages';
import type { ClientBuild } from './client-build.ts';
import { filesOf } from './manifest.ts';

/** The placeholders of index.html, `<!--name-->`, each filled once or left empty. */
type Placeholder = 'page-start' | 'viewer-start' | 'viewer-preview' | 'head' | 'app' | 'viewer-picture';

/** In one pass, so that inserted text is never searched for placeholders. */
export const fillMarks = (template: string, parts: Readonly<Partial<Record<Placeholder, string>>>): string =>
  template.replace(/<!--([a-z-]+)-->/g, (_mark, name: Placeholder) => parts[name] ?? '');

const UNKNOWN_ADDRESS =
  '<noscript><p>This page does not exist. <a href="/">Go to the home page</a></p></noscript>';

/** The tags that the build inserted: the entry, its imports, its styles. */
const CODE_TAGS =
  /\s*(?:<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

const viewerModules = (language: Language) => [
  'src/routes/book-viewer.tsx',
  `src/i18n/${language}/reader.ts`,
  `src/i18n/${language}/shell.ts`,
];

const mark = (name: Placeholder) => `<!--${name}-->`;
const inline = (code: string) => `<script>${code}</script>`;

export interface Documents {
  /** For public pages: only the rendered content is missing. */
  readonly publicTemplate: string;
  readonly shell: string;
  readonly unknownPage: string;
  viewer(language: Language, preview: ViewerPreview | null, picture: string | null): string;
}

/** All documents that are the same for all users, and the templates of the others. */
export function documentsOf(
  build: Pick<ClientBuild, 'template' | 'manifest'>,
  scripts: { readonly pageStart: string; readonly viewerStart: string },
  socialLinks: readonly SocialLink[],
): Documents {
  const { template } = build;
  const start = inline(scripts.pageStart) + linksTag(socialLinks);
  const publicTemplate = fillMarks(template, {
    'page-start': start,
    head: mark('head'),
    app: mark('app'),
  });
  const viewerTemplate = (language: Language) => {
    // The preload scanner of browsers would request the code with six connections before any script runs. Here the script
    // that requests the first page adds the code after that request.
    const code = (template.match(CODE_TAGS) ?? []).join('') + missingLinks(build, viewerModules(language));
    return fillMarks(template.replace(CODE_TAGS, ''), {
      'page-start': start,
      'viewer-start': `<template id="viewer-code">${code}</template>${mark('viewer-preview')}${inline(scripts.viewerStart)}`,
      'viewer-picture': mark('viewer-picture'),
    });
  };
  const viewers = { en: viewerTemplate('en'), ar: viewerTemplate('ar') };
  return {
    publicTemplate,
    shell: fillMarks(publicTemplate, {}),
    unknownPage: fillMarks(publicTemplate, { app: UNKNOWN_ADDRESS }),
    viewer: (language, preview, picture) =>
      fillMarks(viewers[language], {
        'viewer-preview': preview
          ? `<script type="application/json" id="viewer-preview">${JSON.stringify(preview)}</script>`
          : '',
        'viewer-picture': picture ? `<script type="text/plain" id="viewer-picture">${picture}</script>` : '',
      }),
  };
}

/** Links to the files of modules that the page does not name, so that they are loaded in parallel with their importers. */
function missingLinks(
  { template, manifest }: Pick<ClientBuild, 'template' | 'manifest'>,
  modules: readonly string[],
): string {
  const { scripts, styles } = filesOf(manifest, modules);
  const missing = (file: string) => !template.includes(`/${file}`);
  return [
    ...styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}

function linksTag(links: readonly SocialLink[]): string {
  if (links.length === 0) return '';
  const text = JSON.stringify(links)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return `<meta name="social-links" content="${text}">`;
}
