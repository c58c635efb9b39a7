/**
 * What a PDF's own tags say of each page, read with PDF.js: its words in the order of the tags, and how many headings,
 * tables and figures begin on it. The import reads PDFs with PDFium, so that neither judges itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../built.mjs';

/** @typedef {{ words: string[], headings: number, tables: number, figures: number }} PageTruth */

/** @param {string} pdf @returns {Promise<PageTruth[]>} */
export async function readTruth(pdf) {
  const { getDocument } = await import(
    pathToFileURL(join(root, 'node_modules/pdfjs-dist/legacy/build/pdf.mjs')).href
  );
  const document = await getDocument({ data: new Uint8Array(readFileSync(pdf)), verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const tree = await page.getStructTree();
    const content = await page.getTextContent({ includeMarkedContent: true });
    pages.push(truthOf(tree, textsById(content.items)));
    page.cleanup();
  }
  await document.destroy();
  return pages;
}

/** The text of each marked content. */
function textsById(items) {
  const texts = new Map();
  const open = [];
  for (const item of items) {
    if (item.type === 'beginMarkedContentProps' || item.type === 'beginMarkedContent') open.push(item.id);
    else if (item.type === 'endMarkedContent') open.pop();
    else {
      const id = open.findLast((each) => each);
      if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`);
    }
  }
  return texts;
}

function truthOf(tree, texts) {
  const found = { text: '', headings: 0, tables: 0, figures: 0 };
  const walk = (node, isInTable) => {
    if (node.type === 'content') {
      found.text += texts.get(node.id) ?? '';
      return;
    }
    const { role, children = [] } = node;
    const hasText = textUnder(node, texts).trim() !== '';
    if (/^H\d?$/.test(role) && hasText) found.headings += 1;
    if (role === 'Table' && hasText && !isInTable) found.tables += 1;
    // HTML's <figure> is a figure around a figure: the inner one is the image. Its caption may be on the next page.
    if (role === 'Figure' && !children.some(({ role }) => role === 'Figure' || role === 'Caption'))
      found.figures += 1;
    const isBlock = !/^(?:Span|NonStruct|Link|Em|Strong|Sub|Code|Quote|Lbl)$/.test(role);
    if (isBlock) found.text += ' ';
    for (const child of children) walk(child, isInTable || role === 'Table');
    if (isBlock) found.text += ' ';
  };
  if (tree) walk(tree, false);
  const { text, ...counts } = found;
  return { words: wordsOf(text), ...counts };
}

const textUnder = (node, texts) =>
  node.type === 'content'
    ? (texts.get(node.id) ?? '')
    : (node.children ?? []).map((child) => textUnder(child, texts)).join('');

/** Words as they are compared: ligatures taken apart, without signs. */
export const wordsOf = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ''))
    .filter(Boolean);
