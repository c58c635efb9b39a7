import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
  /** The same for the viewer: its code is asked for at once, beside the code of the base. */
  readonly viewerShell: string;
  readonly scriptHashes: readonly string[];
  readonly render: RenderPage;
}

export async function findWebBuild(): Promise<WebBuild | null> {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../../web/dist');
  const folder = join(root, 'client');
  if (!existsSync(join(folder, 'index.html'))) return null;
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const { createRenderer } = (await import(pathToFileURL(join(root, 'server/entry-server.js')).href)) as {
    createRenderer: (files: object) => RenderPage;
  };
  const sheets = new Map<string, string>();
  const readCss = (file: string): string => {
    const known = sheets.get(file) ?? readFileSync(join(folder, file), 'utf8');
    sheets.set(file, known);
    return known;
  };
  const inline = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] as string);
  const shellWith = (viewer: string) =>
    template.replace('<!--viewer-->', viewer).replace('<!--head-->', '').replace('<!--app-->', '');
  return {
    folder,
    shell: shellWith(''),
    viewerShell: shellWith(`<template id="viewer-code">${preloadLinks(manifest, VIEWER_MODULES)}</template>`),
    render: createRenderer({ template, manifest, readCss }),
    scriptHashes: inline.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`),
  };
}

type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>;
const VIEWER_MODULES = ['src/routes/book-viewer.tsx', 'src/i18n/en/reader.ts', 'src/i18n/en/shell.ts'];

/** Links to the modules and all that they import, so that nothing waits for what imports it. */
function preloadLinks(manifest: Manifest, modules: readonly string[]): string {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const key of modules) visit(key);
  const files = [...seen].map((key) => manifest[key]!);
  const styles = [...new Set(files.flatMap((chunk) => chunk.css ?? []))];
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.file}">`),
  ].join('');
}
