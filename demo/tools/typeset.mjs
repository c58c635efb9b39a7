/** A book's Markdown to a tagged PDF with outline, contents and running heads; writes book.pdf and pages.json. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { openBrowser } from './browser.mjs';
import { floatFigures } from './float-figures.mjs';
import { fontLinks } from './fonts.mjs';
import { isReferences, renderChapter } from './markdown.mjs';
import { cacheFolder, describeBook, readManifest } from './series.mjs';
import { wordsIn } from './words.mjs';

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cssString = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The press's device, as on the covers. */
export const pressMark = (size, colour) =>
  `<svg class="mark" viewBox="0 0 40 40" width="${size}" height="${size}" aria-hidden="true" fill="none" stroke="${colour}">
  <circle cx="20" cy="20" r="18.5" stroke-width="1"/><path d="M9 11 L20 31 L31 11" stroke-width="2.2" stroke-linejoin="miter"/>
  <path d="M20 31 V14 M20 14 c-2.4 0-3.6-1.6-3.6-3.4 M20 14 c2.4 0 3.6-1.6 3.6-3.4" stroke-width="1"/></svg>`;

/** The printed column of book.css, 126 by 208 mm, in CSS pixels. */
const textWidth = Math.round((126 / 25.4) * 96);
const textHeight = (208 / 25.4) * 96;

function readChapters(book) {
  const folder = join(book.folder, 'source');
  const files = readdirSync(folder)
    .filter((file) => /^\d+.*\.md$/.test(file))
    .sort();
  const words = wordsIn(book.language);
  let number = 0;
  return files.map((file) => {
    const front = file.startsWith('00');
    const back = /^9\d/.test(file) || /^\d+-(appendix|glossary|index|answers|abbreviations)/.test(file);
    if (!front && !back) number += 1;
    const place = front ? 'front' : back ? 'back' : 'body';
    const id = place === 'body' ? `ch-${number}` : `${place}-${file.replace(/\W/g, '-')}`;
    return {
      file,
      place,
      ...renderChapter(join(folder, file), {
        id,
        number: place === 'body' ? number : undefined,
        folder,
        words,
      }),
    };
  });
}

const folio = (pages, id) => pages?.get(id) ?? 888;
const roman = (n) =>
  ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv'][n] ?? n;

function contentsHtml(chapters, pages, words) {
  const row = (className, id, label, title, page) =>
    `<li class="${className}"><a href="#${id}"><span class="n">${label}</span><span class="t">${escapeHtml(title)}</span><span class="p">${page}</span></a></li>`;
  const lines = chapters.flatMap((chapter) => {
    if (chapter.place !== 'body') {
      const page = (id) => (chapter.place === 'front' && pages ? roman(folio(pages, id)) : folio(pages, id));
      return chapter.parts.map((part) => row('part', part.id, '', part.title, page(part.id)));
    }
    return [
      row('chapter', chapter.id, chapter.number, chapter.title, folio(pages, chapter.id)),
      ...chapter.sections
        .filter((section) => section.depth === 2 && !isReferences(section.title))
        .map((section) => row('section', section.id, '', section.title, folio(pages, section.id))),
    ];
  });
  return `<section class="front contents"><h1>${words.contents}</h1><ol class="toc">${lines.join('')}</ol></section>`;
}

function illustrationsHtml(chapters, pages, words) {
  const list = (title, items) =>
    items.length === 0
      ? ''
      : `<h2 class="plain">${title}</h2><ol class="toc small">${items
          .map(
            (item) =>
              `<li><a href="#${item.id}"><span class="n">${item.label.replace(/^\S+ /, '')}</span><span class="t">${escapeHtml(item.text)}</span><span class="p">${folio(pages, item.id)}</span></a></li>`,
          )
          .join('')}</ol>`;
  const figures = chapters
    .flatMap((chapter) => chapter.figures)
    .map((item) => ({ ...item, text: item.head }));
  const tables = chapters
    .flatMap((chapter) => chapter.tables)
    .map((item) => ({ ...item, text: item.caption }));
  if (figures.length + tables.length === 0) return '';
  return `<section class="front contents"><h1>${words.illustrations}</h1>${list(words.figures, figures)}${list(words.tables, tables)}</section>`;
}

function chapterHtml(chapter, pages, words) {
  const sections = chapter.sections.filter((section) => section.depth === 2);
  return `<section class="opener"><div class="sheet"><p class="kicker">${words.chapter}</p><p class="numeral" aria-hidden="true">${chapter.number}</p>
    <h1 id="${chapter.id}">${escapeHtml(chapter.title)}</h1>${chapter.lead ? `<p class="lead">${chapter.lead}</p>` : ''}
    <div class="inside"><p class="label">${words.inThisChapter}</p><ol class="toc">${sections
      .map(
        (section) =>
          `<li><a href="#${section.id}"><span class="t">${escapeHtml(section.title)}</span><span class="p">${folio(pages, section.id)}</span></a></li>`,
      )
      .join('')}</ol></div></div></section>
    <section class="body ${chapter.id}">${chapter.parts[0].html}</section>`;
}

function titlePages(book, words) {
  const manifest = readManifest(book.slug);
  const names = book.author
    .split(/\s*(?:,|،|;| and )\s*/)
    .filter((name) => !/^(MD|PhD|FRCP|FRCR|MRCP)$/i.test(name));
  const titleOf = (name) =>
    (manifest?.faculty ?? []).find((person) => person.name.includes(name) || name.includes(person.name))
      ?.title ?? '';
  const authors = names
    .map((name) => `<p class="author">${escapeHtml(name)}<span>${escapeHtml(titleOf(name))}</span></p>`)
    .join('');
  return `<section class="title-page"><div class="sheet"><p class="edition">${escapeHtml(book.shelf)} · ${escapeHtml(book.edition)}</p>
    <h1>${escapeHtml(book.title)}</h1><p class="subtitle">${escapeHtml(book.subtitle)}</p><div class="rule"></div>
    <div class="authors">${authors}</div><div class="imprint">${pressMark(34, book.deep)}<p>${words.press}</p></div></div></section>
  <section class="front copyright">${words
    .copyright({
      fullTitle: escapeHtml(book.fullTitle),
      edition: escapeHtml(book.edition),
      year: book.year,
    })
    .map((text) => `<p>${text}</p>`)
    .join('\n    ')}</section>`;
}

function bookHtml(book, chapters, pages, css) {
  const words = wordsIn(book.language);
  const heads = chapters
    .filter((chapter) => chapter.place === 'body')
    .map(
      (chapter) => `@page ${chapter.id} { @bottom-center { content: none } }
      @page ${chapter.id}:left { @top-left { content: counter(page) } @top-center { content: ${cssString(book.title)} } }
      @page ${chapter.id}:right { @top-right { content: counter(page) } @top-center { content: ${cssString(`${chapter.number}  ${chapter.title}`)} } }
      .body.${chapter.id} { page: ${chapter.id} }`,
    )
    .join('\n');
  const plainParts = (chapter) =>
    chapter.parts
      .map(
        (part) =>
          `<section class="${chapter.place === 'front' ? 'front' : 'back'}"><h1 id="${part.id}">${escapeHtml(part.title)}</h1>${part.html}</section>`,
      )
      .join('');
  const of = (place) => chapters.filter((chapter) => chapter.place === place);
  return `<!doctype html><html lang="${book.language}" dir="${book.language === 'ar' ? 'rtl' : 'ltr'}"${book.roomy ? ' class="roomy"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(book.fullTitle)}</title>
  <meta name="author" content="${escapeHtml(book.author)}">${fontLinks}
  <style>:root { --deep: ${book.deep}; --mid: ${book.mid}; --tint: ${book.tint}; --spark: ${book.spark} }
  ${css
    .replaceAll('italic 9pt', book.language === 'ar' ? '9pt' : 'italic 9pt')
    .replaceAll('var-deep', book.deep)
    .replaceAll('var-tint', book.tint)}\n${heads}</style></head><body>
  ${titlePages(book, words)}${contentsHtml(chapters, pages, words)}${illustrationsHtml(chapters, pages, words)}
  ${of('front').map(plainParts).join('')}
  ${of('body')
    .map((chapter) => chapterHtml(chapter, pages, words))
    .join('')}
  ${of('back').map(plainParts).join('')}</body></html>`;
}

/** Physical page of every link target: Chromium writes them as named destinations. */
function destinationPages(pdf) {
  const pageOf = new Map(pdf.getPages().map((page, index) => [page.ref.toString(), index + 1]));
  const destinations = pdf.catalog.lookup(PDFName.of('Dests'));
  const pages = new Map();
  for (const [name, value] of destinations.entries()) {
    const target = pdf.context.lookup(value);
    pages.set(name.decodeText(), pageOf.get(target.get(0).toString()));
  }
  return pages;
}

export async function typesetBook(slug) {
  const book = describeBook(slug);
  const chapters = readChapters(book);
  const css = readFileSync(new URL('./book.css', import.meta.url), 'utf8');
  mkdirSync(cacheFolder, { recursive: true });
  mkdirSync(join(cacheFolder, 'print'), { recursive: true });
  for (const { path, copy } of chapters.flatMap((chapter) => chapter.pictures)) {
    await sharp(path)
      .resize({ width: 840, withoutEnlargement: true })
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(copy);
  }
  const htmlPath = join(cacheFolder, `${slug}.html`);
  const browser = await openBrowser();
  let pages;
  let bytes;
  let pdf;
  try {
    const tab = await browser.newPage({ viewport: { width: textWidth, height: 1000 } });
    await tab.emulateMedia({ media: 'print' });
    // The contents need page numbers, and page numbers need the contents: a second or third run settles it.
    for (let run = 0; run < 4; run += 1) {
      writeFileSync(htmlPath, bookHtml(book, chapters, pages, css));
      await tab.goto(pathToFileURL(htmlPath).href, { waitUntil: 'load' });
      await tab.evaluate(() => document.fonts.ready.then(() => true));
      await tab.evaluate(floatFigures, textHeight);
      bytes = await tab.pdf({ tagged: true, outline: true, preferCSSPageSize: true, printBackground: true });
      pdf = await PDFDocument.load(bytes, { updateMetadata: false });
      const found = destinationPages(pdf);
      const settled = pages && [...found].every(([id, page]) => pages.get(id) === page);
      pages = found;
      if (settled) break;
    }
  } finally {
    await browser.close();
  }
  const printed = new Date(`${readManifest(slug)?.release_date ?? '2026-01-01'}T00:00:00Z`);
  pdf.setAuthor(book.author);
  pdf.setSubject(book.shelf);
  pdf.setCreator('Vesalius Press');
  pdf.setProducer('Vesalius Press');
  pdf.setCreationDate(printed);
  pdf.setModificationDate(printed);
  bytes = await pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
  writeFileSync(join(book.folder, 'book.pdf'), bytes);
  const summary = summarise(book, chapters, pages, pdf.getPageCount());
  writeFileSync(join(book.folder, 'source', 'pages.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return { ...summary, bytes: bytes.length };
}

function summarise(book, chapters, pages, pageCount) {
  const starts = chapters
    .filter((chapter) => chapter.place !== 'front')
    .map((chapter) => pages.get(chapter.parts[0].id));
  const lastPage = (first) => Math.min(...starts.filter((start) => start > first), pageCount + 1) - 1;
  const body = chapters.filter((chapter) => chapter.place !== 'front');
  return {
    slug: book.slug,
    number_of_pages: pageCount,
    front_matter: { first_page: 1, last_page: Math.min(...starts) - 1 },
    chapters: body.map((chapter) => {
      const first = pages.get(chapter.parts[0].id);
      return {
        file: chapter.file,
        title: chapter.title,
        first_page: first,
        last_page: lastPage(first),
        sections: chapter.sections
          .filter((section) => section.depth === 2)
          .map((section) => ({ title: section.title, page: pages.get(section.id) })),
      };
    }),
    figures: chapters.flatMap((chapter) =>
      chapter.figures.map(({ id, label, file, caption }) => ({ label, page: pages.get(id), file, caption })),
    ),
    tables: chapters.flatMap((chapter) =>
      chapter.tables.map(({ id, label, caption }) => ({ label, page: pages.get(id), caption })),
    ),
  };
}
