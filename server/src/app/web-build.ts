import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SocialLink } from '../platform/config.ts';

export interface PageRequest {
  readonly url: string;
  readonly language: 'en' | 'ar';
  readonly origin: string;
  readonly fetchCall: (path: string) => Promise<{ status: number; body: unknown }>;
}
/** Renders a public page as a visitor sees it, or null when the address is not one of them. */
export type RenderPage = (request: PageRequest) => Promise<{ status: number; document: string } | null>;

/** What `vite build` left behind. The server never imports the web's sources, only this. */
export interface WebBuild {
  readonly folder: string;
  /** The empty page for every address that is rendered in the browser. */
  readonly shell: string;
  /** The same for the viewer: its code and words are asked for at once, beside the code of the base. */
  readonly viewerShell: Readonly<Record<PageRequest['language'], string>>;
  /** For an address that no screen has: leads home, and says so where scripts do not run. */
  readonly unknownPage: string;
  readonly scriptHashes: readonly string[];
  readonly render: RenderPage;
  /** One spelling for all addresses of the same page; null = nothing is rendered for it. */
  readonly publicAddress: (url: string) => string | null;
  /** Does the web app have a screen at this path? */
  readonly isScreen: (path: string) => boolean;
}

/** In the viewer's page: where what everybody may fetch of the book goes. */
export const PREVIEW_MARK = '<!--preview-->';
/** Behind everything else of it: where the picture of the page goes that its address names. */
export const PICTURE_MARK = '<!--viewer-picture-->';

const UNKNOWN_ADDRESS =
  '<noscript><p>This page does not exist. <a href="/">Go to the home page</a></p></noscript>';

/** The folder of the files that browsers get. */
export const CLIENT_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist/client');

/** What the build put into the page: the entry, what it imports, its styles. */
const CODE_TAGS =
  /\s*(?:<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>)/g;

/** `socialLinks` are written into every page: the server's rendering and the browser's read the same. */
export async function findWebBuild(
  socialLinks: readonly SocialLink[] = [],
  folder = CLIENT_FOLDER,
): Promise<WebBuild | null> {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const built = await readFile(join(folder, 'index.html'), 'utf8');
  const template = built.replace('<!--head-->', () => `${linksTag(socialLinks)}<!--head-->`);
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const entry = pathToFileURL(join(folder, '../server/entry-server.js')).href;
  const { createRenderer, publicAddress, isScreen } = (await import(entry)) as {
    createRenderer: (files: object) => RenderPage;
    publicAddress: WebBuild['publicAddress'];
    isScreen: WebBuild['isScreen'];
  };
  const sheets = new Map<string, string>();
  const readCss = (file: string): string => {
    const known = sheets.get(file) ?? readFileSync(join(folder, file), 'utf8');
    sheets.set(file, known);
    return known;
  };
  const inline = [...template.matchAll(/<script(?: data-for="viewer")?>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] as string,
  );
  // Every other page does without the viewer's script.
  const plain = template
    .replace(/\s*<script data-for="viewer">[\s\S]*?<\/script>/, '')
    .replace(/\s*<!--viewer-picture-->/, '');
  const empty = (page: string) => page.replace('<!--head-->', '').replace('<!--app-->', '');
  const viewerShell = (language: PageRequest['language']) => {
    // Browsers look ahead for code and have six requests under way before any script runs: here the script that asks
    // for the first page puts the code in after that.
    const own = (template.match(CODE_TAGS) ?? []).join('');
    const code = own + preloadLinks(manifest, viewerModules(language), template);
    const mark = `<template id="viewer-code">${code}</template>${PREVIEW_MARK}`;
    return empty(template.replace(CODE_TAGS, '').replace('<!--viewer-->', mark));
  };
  return {
    folder,
    shell: empty(plain),
    unknownPage: empty(plain.replace('<!--app-->', UNKNOWN_ADDRESS)),
    viewerShell: { en: viewerShell('en'), ar: viewerShell('ar') },
    render: createRenderer({ template: plain, manifest, readCss, socialLinks }),
    publicAddress,
    isScreen,
    scriptHashes: inline.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`),
  };
}

function linksTag(links: readonly SocialLink[]): string {
  if (links.length === 0) return '';
  const text = JSON.stringify(links)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return `<meta name="social-links" content="${text}">`;
}

type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>;
const viewerModules = (language: PageRequest['language']) => [
  'src/routes/book-viewer.tsx',
  `src/i18n/${language}/reader.ts`,
  `src/i18n/${language}/shell.ts`,
];

/** Links to the modules and all that they import, so that nothing waits for what imports it; the page has the rest. */
function preloadLinks(manifest: Manifest, modules: readonly string[], template: string): string {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const key of modules) visit(key);
  const chunks = [...seen].map((key) => manifest[key]!);
  const missing = (file: string) => !template.includes(`/${file}`);
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].filter(missing);
  const scripts = chunks.map((chunk) => chunk.file).filter(missing);
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}
