import { resolve } from 'node:path';

const DEMO = resolve(import.meta.dirname, '../../../demo');

/** The books that tests read page by page. Those that the demo library gains do not lengthen them. */
const NAMES = [
  'antimicrobial-therapy',
  'applied-neuroanatomy',
  'chest-radiography',
  'clinical-nephrology',
  'ecg-in-practice',
];

export const DEMO_BOOKS = NAMES.map((slug) => ({ slug, folder: resolve(DEMO, slug) }));
