/**
 * The books of the demo library as the cover, the typesetting and the lectures need them: colours, cover
 * lines and the wording that the manifest has no field for. Title, author and edition come from book.yaml.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const demoFolder = fileURLToPath(new URL('..', import.meta.url));
export const rootFolder = fileURLToPath(new URL('../..', import.meta.url));
export const cacheFolder = join(rootFolder, '.cache', 'demo');

/** `deep` prints type and covers, `tint` is its paper, `spark` the one warm accent on the cover. */
const series = {
  'chest-radiography': {
    title: 'Chest Radiography',
    subtitle: 'A Systematic Approach',
    author: 'Helena Marchetti, Samuel Okonjo',
    edition: '1st edition',
    shelf: 'Radiology',
    deep: '#12303f',
    mid: '#2b5b70',
    tint: '#eaf0f2',
    spark: '#e8b06a',
  },
  'ecg-in-practice': {
    title: 'ECG in Practice',
    subtitle: 'From the First Deflection to the Decision',
    author: 'Authors of the ECG book',
    edition: '1st edition',
    shelf: 'Cardiology',
    deep: '#5e1420',
    mid: '#9a3040',
    tint: '#f6ecec',
    spark: '#f0c08a',
  },
  'clinical-nephrology': {
    title: 'Clinical Nephrology',
    subtitle: 'Physiology at the Bedside',
    author: 'Authors of the nephrology book',
    edition: '1st edition',
    shelf: 'Nephrology',
    deep: '#6b3a12',
    mid: '#a5642b',
    tint: '#f6f0e8',
    spark: '#f4d9a4',
  },
  'antimicrobial-therapy': {
    title: 'Antimicrobial Therapy',
    subtitle: 'Choosing, Dosing, Stopping',
    author: 'Authors of the antimicrobial book',
    edition: '1st edition',
    shelf: 'Infectious diseases',
    deep: '#143f31',
    mid: '#2f6f58',
    tint: '#eaf2ee',
    spark: '#d9e08c',
  },
  'applied-neuroanatomy': {
    title: 'Applied Neuroanatomy',
    subtitle: 'for the Ward',
    author: 'Ingrid Solheim, Karim Haddad',
    edition: '1st edition',
    shelf: 'Neurology',
    deep: '#33204d',
    mid: '#65488c',
    tint: '#f0edf4',
    spark: '#f2b8a0',
  },
  'medicine-at-the-bedside': {
    roomy: true,
    title: 'Internal Medicine at the Bedside',
    subtitle: 'Twenty-eight Problems from Door to Discharge',
    author: 'Miriam Adeyemi, Jonas Reinholt',
    edition: '1st edition',
    shelf: 'Internal medicine',
    deep: '#1f3b57',
    mid: '#4a6f94',
    tint: '#ebf0f5',
    spark: '#efc67f',
  },
  'acid-base-arabic': {
    language: 'ar',
    title: 'الحمض والقاعدة',
    subtitle: 'من غازات الدم إلى القرار',
    author: 'ليلى المنصوري، سامر الحداد',
    edition: 'الطبعة الأولى',
    shelf: 'الطب الباطني',
    deep: '#0f4a4a',
    mid: '#2f7a78',
    tint: '#e8f2f1',
    spark: '#f0c98a',
  },
};

export const slugs = Object.keys(series);

/** The manifest as written, unchecked; undefined while the book has none. */
export function readManifest(slug) {
  const path = join(demoFolder, slug, 'book.yaml');
  return existsSync(path) ? parse(readFileSync(path, 'utf8')) : undefined;
}

/** Splits a printed title into its title and its subtitle line, at the first colon. */
function splitTitle(printed, fallback) {
  const colon = printed.indexOf(':');
  if (colon > 0) return { title: printed.slice(0, colon).trim(), subtitle: printed.slice(colon + 1).trim() };
  if (printed.startsWith(fallback.title)) {
    return {
      title: fallback.title,
      subtitle: printed.slice(fallback.title.length).trim() || fallback.subtitle,
    };
  }
  return { title: printed, subtitle: '' };
}

export function describeBook(slug) {
  const own = series[slug];
  if (!own) throw new Error(`No book "${slug}" in demo/tools/series.mjs; known: ${slugs.join(', ')}`);
  const manifest = readManifest(slug);
  const printed = manifest?.title ?? `${own.title}: ${own.subtitle}`;
  return {
    slug,
    ...own,
    language: own.language ?? 'en',
    ...splitTitle(printed, own),
    fullTitle: printed,
    author: manifest?.author ?? own.author,
    edition: manifest?.edition ?? own.edition,
    year: String(manifest?.release_date ?? '2026').slice(0, 4),
    folder: join(demoFolder, slug),
  };
}
