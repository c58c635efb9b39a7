/**
 * Writes book.yaml and questions/*.yaml of a book from source/manifest.yaml and source/questions.txt.
 * A page is given by words that stand on it ("@words of the text"), by a figure ("@fig 2.3") or by a chapter
 * ("@start 2", "@end 2"); the typeset PDF and source/pages.json say which page that is. The order of the
 * choices is shuffled by the question's key, so it is mixed and stays the same from one run to the next.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import { demoFolder } from './series.mjs';

export async function assembleBook(slug) {
  const folder = join(demoFolder, slug);
  const book = JSON.parse(readFileSync(join(folder, 'source', 'pages.json'), 'utf8'));
  const squeeze = (s) =>
    s
      .normalize('NFKC')
      .replace(/[\s\u00ad\u200e\u200f\u202a-\u202e-]+/g, '')
      .toLowerCase();
  const pages = execFileSync('pdftotext', ['-enc', 'UTF-8', join(folder, 'book.pdf'), '-'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\f')
    .map(squeeze);

  const missing = [];
  /** The first page of a chapter lists its sections; words found there prove nothing. */
  const openers = new Set(book.chapters.map((chapter) => chapter.first_page));
  function page(words) {
    if (typeof words === 'number') return words;
    const [, kind, rest] = /^@(start|end|fig|table)? ?(.*)$/s.exec(words) ?? [];
    if (kind === 'start' || kind === 'end')
      return book.chapters[Number(rest) - 1][kind === 'start' ? 'first_page' : 'last_page'];
    if (kind === 'fig') return find(book.figures, rest);
    if (kind === 'table') return find(book.tables, rest);
    const wanted = squeeze(words.slice(1));
    const from = book.front_matter.last_page;
    const at = pages.findIndex(
      (text, index) => index >= from && !openers.has(index + 1) && text.includes(wanted),
    );
    if (at < 0) missing.push(words);
    return at + 1;
  }
  function find(list, number) {
    const item = list.find((one) => one.label.endsWith(` ${number}`));
    if (!item) throw new Error(`${slug} has no figure or table ${number}`);
    return item.page;
  }
  function resolve(value) {
    if (Array.isArray(value)) return value.map(resolve);
    if (value && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([key, v]) => [key, /(^|_)page$/.test(key) ? page(v) : resolve(v)]),
      );
    }
    return value;
  }
  function order(key, count) {
    let h = 2166136261;
    for (const c of key) h = Math.imul(h ^ c.charCodeAt(0), 16777619) >>> 0;
    const next = () => {
      h = Math.imul(h ^ (h >>> 15), 2246822519) >>> 0;
      h = Math.imul(h ^ (h >>> 13), 3266489917) >>> 0;
      return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
    };
    const list = Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  const tally = { positions: {}, longest: 0, questions: 0 };
  const keys = new Set();
  /** Questions are plain text: Markdown emphasis is taken off. */
  const plain = (s) => s.replace(/\*([^*\n]+)\*/g, '$1');
  function question(block) {
    const lines = block.split('\n');
    const [key, where, section, image, justificationImage] = lines[0]
      .replace(/^# /, '')
      .split('|')
      .map((s) => s.trim());
    if (keys.has(key)) throw new Error(`Two questions have the key ${key}`);
    keys.add(key);
    const text = plain(
      lines
        .slice(1)
        .filter((line) => !/^[*>-] /.test(line))
        .join(' ')
        .trim(),
    );
    const raw = lines
      .filter((line) => /^[*-] /.test(line))
      .map((line) => ({ answer: plain(line.slice(2).trim()), correct: line[0] === '*' }));
    if (raw.filter((c) => c.correct).length !== 1 || raw.length < 4) throw new Error(`${key}: choices`);
    const choices = order(`${slug}/${key}`, raw.length).map((i) => raw[i]);
    const at = choices.findIndex((c) => c.correct);
    tally.positions[at + 1] = (tally.positions[at + 1] ?? 0) + 1;
    tally.questions += 1;
    if (raw.every((c) => c.correct || c.answer.length <= raw.find((d) => d.correct).answer.length))
      tally.longest += 1;
    const justification = plain(
      lines
        .filter((line) => line.startsWith('> '))
        .map((line) => line.slice(2))
        .join(' '),
    );
    if (!justification || !text) throw new Error(`${key}: text`);
    return {
      key,
      question: text,
      ...(image ? { image } : {}),
      justification,
      ...(justificationImage ? { justification_image: justificationImage } : {}),
      page: page(where),
      ...(section ? { section } : {}),
      choices: choices.map(({ answer, correct }) => ({
        ...(/^images\/\S+$/.test(answer) ? { image: answer } : { answer }),
        ...(correct ? { correct } : {}),
      })),
    };
  }

  mkdirSync(join(folder, 'questions'), { recursive: true });
  const style = { lineWidth: 110 };
  for (const part of readFileSync(join(folder, 'source', 'questions.txt'), 'utf8')
    .split(/^== /m)
    .slice(1)) {
    const name = part.slice(0, part.indexOf('\n')).trim();
    const list = part
      .slice(part.indexOf('\n'))
      .split(/\n(?=# )/)
      .map((b) => b.trim())
      .filter(Boolean)
      .map(question);
    writeFileSync(join(folder, 'questions', `${name}.yaml`), stringify(list, style));
  }
  const source = parse(readFileSync(join(folder, 'source', 'manifest.yaml'), 'utf8'));
  source.front_matter ??= book.front_matter;
  source.chapters = book.chapters.map((chapter, i) => ({
    key: source.chapter_keys[i],
    title: chapter.title,
    first_page: chapter.first_page,
    last_page: chapter.last_page,
  }));
  delete source.chapter_keys;
  /** A video names its lecture, or several names of which the first that exists counts; marks come from timing.json. */
  const has = (path) => existsSync(join(folder, path));
  const timings = has('lectures/timing.json')
    ? JSON.parse(readFileSync(join(folder, 'lectures', 'timing.json'), 'utf8'))
    : [];
  for (const { materials } of source.supplementaries) {
    for (const [i, material] of materials.entries()) {
      for (const series of material.series ?? []) {
        const names = [series.folder].flat();
        series.folder = names.find(has) ?? names[0];
      }
      if (material.type !== 'video') continue;
      const name = material.lecture.find((one) => has(`lectures/${one}.mp4`)) ?? material.lecture[0];
      const timing = timings.find((one) => one.key === name);
      materials[i] = {
        key: material.key,
        type: 'video',
        title: timing?.title ?? material.description,
        description: material.description,
        file: `lectures/${name}.mp4`,
        poster: `lectures/${name}.webp`,
        captions: ['en', 'ar'].map((language) => ({ language, file: `lectures/${name}.${language}.vtt` })),
        marks: (timing?.scenes ?? []).map((scene, at) => ({
          at_seconds: scene.at_seconds,
          title: scene.title,
          ...(material.mark_pages?.[at] ? { page: material.mark_pages[at] } : {}),
        })),
        speaker: material.speaker,
      };
    }
  }
  /** Sample pages, 1000 pixels wide: `sample_pages` names a page of the book for each. */
  mkdirSync(join(folder, 'samples'), { recursive: true });
  source.samples = [];
  for (const [name, words] of Object.entries(source.sample_pages)) {
    const png = execFileSync(
      'pdftoppm',
      ['-f', String(page(words)), '-l', String(page(words)), '-r', '150', '-png', join(folder, 'book.pdf')],
      { maxBuffer: 1e8 },
    );
    await sharp(png)
      .resize({ width: 1000 })
      .webp({ quality: 82 })
      .toFile(join(folder, 'samples', `${name}.webp`));
    source.samples.push(`samples/${name}.webp`);
  }
  delete source.sample_pages;
  source.page_labels ??= [
    { from_page: 1, style: 'roman', first: 1 },
    { from_page: book.chapters[0].first_page, style: 'decimal', first: book.chapters[0].first_page },
  ];
  writeFileSync(join(folder, 'book.yaml'), stringify(resolve(source), style));
  if (missing.length > 0) throw new Error(`Words on no page of ${slug}:\n${missing.join('\n')}`);
  return `${tally.questions} questions`;
}
