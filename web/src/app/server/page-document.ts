import type { ClientBuild } from './client-build.ts';
import { criticalCss } from './critical-css.ts';
import { fillMarks } from './documents.ts';
import { filesOf } from './manifest.ts';

/** The parts of a rendered page. */
export interface PageParts {
  readonly html: string;
  readonly state: unknown;
  readonly language: 'en' | 'ar';
  /** Modules of the page's screen and messages, by their names in the manifest. */
  readonly modules: readonly string[];
  /** The public origin of this server, without a trailing slash. */
  readonly origin: string;
}

/**
 * The complete document: React's head elements are moved to the head, the styles that the page needs are inlined, the complete
 * stylesheets come last, and scripts load after all visible content.
 */
export function pageDocument(files: ClientBuild, parts: PageParts): string {
  const { head, body } = liftHead(parts.html);
  const { scripts, styles } = filesOf(files.manifest, parts.modules);
  const inTemplate = [...files.template.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)];
  const sheets = [...new Set([...inTemplate.map((match) => match[1] as string), ...styles])];
  const critical = criticalCss(sheets.map(files.readCss).join(''), body, parts.language);
  const preloads = scripts
    .filter((file) => !files.template.includes(`/${file}`))
    .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`);
  // Escaping `<` keeps the state from closing the script element.
  const state = JSON.stringify(parts.state).replace(/</g, '\\u003c');
  const links = sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const direction = parts.language === 'ar' ? 'rtl' : 'ltr';
  const template = files.template
    .replace('<html', `<html lang="${parts.language}" dir="${direction}" data-mantine-color-scheme="light"`)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" fetchpriority="low"')
    .replace(/<script type="module"/, '<script type="module" fetchpriority="low"')
    .replace(
      '</body>',
      () =>
        `<script type="application/json" id="server-state" data-language="${parts.language}">${state}</script>${links.join('')}</body>`,
    );
  return fillMarks(template, {
    head: `${absolute(head, parts.origin)}<style>${critical}</style>${preloads.join('')}`,
    app: wholeData(body, parts.origin),
  });
}

/** React writes title, meta and link elements before everything else if it renders no head. */
export function liftHead(html: string): { head: string; body: string } {
  const match = /^(?:<title>.*?<\/title>|<(?:meta|link)\b[^>]*>)+/s.exec(html);
  const head = match?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

/** Link previews need absolute URLs, which only the server knows. */
const absolute = (head: string, origin: string): string =>
  head.replace(/(property="og:(?:url|image)" content|rel="canonical" href)="\//g, `$1="${origin}/`);

/** Search engines need absolute URLs in structured data as well. */
const wholeData = (body: string, origin: string): string =>
  body.replace(/<script type="application\/ld\+json">.*?<\/script>/gs, (script) =>
    script.replace(/"(url|logo|image)":"\//g, (_, name) => `"${name}":"${origin}/`),
  );
