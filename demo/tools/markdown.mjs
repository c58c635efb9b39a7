/**
 * A chapter's Markdown to HTML with the book's conventions: numbered figures and tables, callouts, references,
 * page breaks. Returns the HTML and what the contents list and pages.json need.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Marked } from 'marked';
import { cacheFolder, demoFolder } from './series.mjs';

const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Typewriter quotes, hyphens and dots to typographic ones. */
function typographic(text) {
  return text
    .replace(/(^|[\s([{—–/])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{—–/“])'/g, '$1‘')
    .replaceAll("'", '’')
    .replace(/ -- | - /g, ' – ')
    .replace(/(\d)-(\d)/g, '$1–$2')
    .replaceAll('...', '…')
    .replace(/\b(Figures?|Tables?|Chapters?) (?=\d)/g, '$1\u00a0')
    .replace(
      /(\d) (?=(?:mm|cm|m|mL|L|mg|g|kg|mV|ms|s|Hz|HU|mSv|mGy|kVp|mmHg|mmol|h|per cent|%)\b)/g,
      '$1\u00a0',
    );
}

/** @param {import('marked').Token} token */
function walkTokens(token) {
  if ((token.type === 'text' || token.type === 'escape') && !('tokens' in token && token.tokens))
    token.text = typographic(token.text);
}
const marked = new Marked({ gfm: true, walkTokens });

export const isReferences = (title) => /^(references|further reading|المراجع)$/i.test(title.trim());

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");

const inline = (text) => marked.parseInline(text, { async: false });

/** Class names become the drawing's own; rules for elements are confined to it. */
function localRules(rules, id) {
  return rules.replace(/([^{}]+)\{([^{}]*)\}/g, (_, selector, body) => {
    const own = selector
      .split(',')
      .map((part) => part.trim().replace(/\.([A-Za-z][\w-]*)/g, `.${id}-$1`))
      .map((part) => (part.startsWith('.') || part.startsWith('@') ? part : `#${id}-svg ${part}`));
    return `${own.join(', ')} {${body}}`;
  });
}

/** An SVG drawing as part of the page, its ids and styles made its own so that figures cannot disturb each other. */
function inlineSvg(path, id, label) {
  let svg = readFileSync(path, 'utf8')
    .replace(/<\?xml[^>]*\?>/, '')
    .replace(/<!DOCTYPE[^>]*>/i, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<title>[\s\S]*?<\/title>|<desc>[\s\S]*?<\/desc>/g, '')
    .replace(/\bid="([^"]+)"/g, `id="${id}-$1"`)
    .replace(/url\((['"]?)#([^)'"]+)\1\)/g, `url(#${id}-$2)`)
    .replace(/(xlink:href|href)="#([^"]+)"/g, `href="#${id}-$2"`)
    .replace(
      /<style([^>]*)>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/style>/g,
      (_, attributes, rules) => `<style${attributes}>${localRules(rules, id)}</style>`,
    )
    .replace(/\bclass="([^"]+)"/g, (_, names) => {
      const own = names.trim().split(/\s+/);
      return `class="${own.map((name) => `${id}-${name}`).join(' ')}"`;
    });
  svg = svg.replace(/<svg\b([^>]*)>/, (_, attributes) => {
    const box = /viewBox="([\d.\s-]+)"/.exec(attributes)?.[1].trim().split(/\s+/).map(Number);
    const kept = attributes.replace(/\s(width|height|role|aria-[a-z]+|class|style|id)="[^"]*"/g, '');
    const ratio = box ? box[3] / box[2] : 0.6;
    // Drawings are as wide as the text unless that would make them taller than two thirds of the page.
    const width = Math.min(100, (138 / (126 * ratio)) * 100);
    return `<svg id="${id}-svg" role="img" aria-label="${escapeHtml(label)}" style="width:${width.toFixed(2)}%"${kept}>`;
  });
  return svg.trim();
}

/** Pictures are printed from a JPEG copy, which the PDF takes over as it is; typeset.mjs makes the copies. */
function printCopy(path, chapter) {
  const copy = join(cacheFolder, 'print', `${path.replace(demoFolder, '').replaceAll(/\W+/g, '-')}.jpg`);
  chapter.pictures.push({ path, copy });
  return pathToFileURL(copy).href;
}

function figureHtml(token, chapter) {
  chapter.figureCount += 1;
  const number = chapter.number ? `${chapter.number}.${chapter.figureCount}` : `${chapter.figureCount}`;
  const id = `fig-${chapter.id}-${chapter.figureCount}`;
  const path = join(chapter.folder, token.href);
  const caption = typographic(token.text);
  const [head] = caption.split(/(?<=[.!?])\s/);
  chapter.figures.push({
    id,
    label: `${chapter.words.figure} ${number}`,
    file: token.href,
    caption,
    head: head.replace(/\.$/, ''),
  });
  const alt = `${chapter.words.figure} ${number}. ${plain(inline(caption))}`;
  const missing = `<div class="missing">Drawing to come: ${escapeHtml(token.href)}</div>`;
  const picture = !existsSync(path)
    ? missing
    : extname(path) === '.svg'
      ? inlineSvg(path, id, alt)
      : `<img src="${printCopy(path, chapter)}" alt="${escapeHtml(alt)}"${token.title ? ` class="${escapeHtml(token.title)}"` : ''}>`;
  return `<figure id="${id}">${picture}<figcaption><b>${chapter.words.figure} ${number}</b> ${inline(caption)}</figcaption></figure>`;
}

const calloutKinds = {
  'key point': 'key',
  caution: 'caution',
  case: 'case',
  'نقطة أساسية': 'key',
  تحذير: 'caution',
  حالة: 'case',
};

function calloutHtml(token) {
  const first = token.tokens?.[0]?.tokens?.[0];
  const label = first?.type === 'strong' ? first.text.replace(/[.:]$/, '') : '';
  const kind = Object.entries(calloutKinds).find(([name]) => label.toLowerCase().startsWith(name))?.[1];
  if (!kind) return `<blockquote>${marked.parser(token.tokens)}</blockquote>`;
  token.tokens[0].tokens.shift();
  if (token.tokens[0].tokens[0]?.type === 'text') {
    token.tokens[0].tokens[0].text = token.tokens[0].tokens[0].text.replace(/^\s+/, '');
  }
  return `<aside class="callout ${kind}"><p class="label">${escapeHtml(label)}</p>${marked.parser(token.tokens)}</aside>`;
}

function tableHtml(token, caption, chapter) {
  const html = marked.parser([token]);
  if (!caption) return `<div class="table">${html}</div>`;
  chapter.tableCount += 1;
  const number = chapter.number ? `${chapter.number}.${chapter.tableCount}` : `${chapter.tableCount}`;
  const id = `tab-${chapter.id}-${chapter.tableCount}`;
  chapter.tables.push({ id, label: `${chapter.words.table} ${number}`, caption: plain(inline(caption)) });
  return `<div class="table" id="${id}"><p class="table-caption"><b>${chapter.words.table} ${number}</b> ${inline(caption)}</p>${html}</div>`;
}

/** "Table: what it shows" or "**Table.** what it shows" alone above a table is its caption. */
function tableCaption(token) {
  if (token?.type !== 'paragraph') return undefined;
  return /^(?:Table:\s*|الجدول:\s*|\*\*Table(?:\s[\d.]+)?[.:]?\*\*[.:]?\s*)([\s\S]+)$/.exec(token.text)?.[1];
}

export function renderChapter(path, { id, number, folder, words }) {
  const tokens = marked.lexer(readFileSync(path, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''));
  void marked.walkTokens(tokens, walkTokens);
  /** @type {{ id: string, title: string, depth: number }[]} */
  const sections = [];
  const chapter = {
    id,
    number,
    folder,
    words,
    title: undefined,
    lead: '',
    sections,
    figures: [],
    pictures: [],
    tables: [],
    figureCount: 0,
    tableCount: 0,
  };
  /** Front matter may hold several `# ` parts; a chapter has one. */
  const parts = [];
  let html = [];
  let inReferences = false;
  const solid = tokens.filter((token) => token.type !== 'space');
  for (let index = 0; index < solid.length; index += 1) {
    const token = solid[index];
    const next = solid[index + 1];
    if (token.type === 'heading' && token.depth === 1) {
      const title = typographic(token.text.replace(/^(?:Chapter\s+)?\d+\s*[.:–-]\s+/i, ''));
      html = [];
      parts.push({
        id: parts.length === 0 ? id : `${id}-${parts.length}`,
        title: plain(inline(title)),
        html,
      });
      chapter.title ??= plain(inline(title));
      if (number && next?.type === 'paragraph' && /^\*[^*][\s\S]*[^*]\*$/.test(next.text.trim())) {
        chapter.lead = inline(next.text.trim().slice(1, -1));
        index += 1;
      }
    } else if (token.type === 'heading') {
      inReferences = isReferences(token.text);
      const sectionId = `${id}-s${chapter.sections.length + 1}`;
      const title = inline(token.text);
      chapter.sections.push({ id: sectionId, title: plain(title), depth: token.depth });
      html.push(`<h${token.depth} id="${sectionId}">${title}</h${token.depth}>`);
    } else if (token.type === 'paragraph' && token.tokens?.length === 1 && token.tokens[0].type === 'image') {
      html.push(figureHtml(token.tokens[0], chapter));
    } else if (next?.type === 'table' && tableCaption(token)) {
      html.push(tableHtml(next, tableCaption(token), chapter));
      index += 1;
    } else if (token.type === 'table') {
      html.push(tableHtml(token, undefined, chapter));
    } else if (token.type === 'blockquote') {
      html.push(calloutHtml(token));
    } else if (token.type === 'html' && /<!--\s*page\s*-->/.test(token.text)) {
      html.push('<div class="page-break"></div>');
    } else if (inReferences && token.type === 'list') {
      html.push(`<div class="references">${marked.parser([token])}</div>`);
    } else {
      html.push(marked.parser([token]));
    }
  }
  const cite = (body) => body.replace(/\s?\[(\d+(?:\s*[,–-]\s*\d+)*)\]/g, '<sup>$1</sup>');
  return { ...chapter, parts: parts.map((part) => ({ ...part, html: cite(part.html.join('\n')) })) };
}
