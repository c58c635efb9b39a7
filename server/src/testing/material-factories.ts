/** Rows of lectures, images and DICOM studies for tests, like those of an import. */
import { sql } from 'kysely';
import type { MaterialContent } from '../features/lectures/material-content.ts';
import { type Db, jsonb } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { buildBook } from './factories.ts';

const TYPES = { video: 0, image: 1, dicom: 2 } as const;
/** `at` returns the key of a name in the material's folder. */
const contentOf = (kind: keyof typeof TYPES, at: (name: string) => string): MaterialContent =>
  ({
    video: {
      file: at('lecture.mp4'),
      poster: at('poster.webp'),
      captions: [{ language: 'en', file: at('captions-en.vtt') }],
      marks: [{ at_seconds: 30, title: 'The second half', page: 4 }],
    },
    image: {
      images: [{ file: at('one.webp'), width: 800, height: 600, caption: 'One', alt: 'A drawing' }],
    },
    dicom: {
      series: [
        { key: 'axial', title: 'Axial', files: [at('axial-0001.dcm'), at('axial-0002.dcm')], modality: 'CT' },
      ],
    },
  })[kind];
let counter = 0;

export async function buildMaterial(
  db: Db,
  fields: {
    bookId?: string;
    kind?: keyof typeof TYPES;
    page?: number;
    position?: number;
    title?: string;
    durationSeconds?: number | null;
    content?: MaterialContent | ((at: (name: string) => string) => MaterialContent);
    retired?: boolean;
  } = {},
) {
  counter += 1;
  const kind = fields.kind ?? 'video';
  const id = newId();
  const key = `material-${counter}`;
  const bookId = fields.bookId ?? (await buildBook(db)).id;
  const at = (name: string) => `books/${bookId}/1/materials/${key}/${name}`;
  const { content = contentOf(kind, at) } = fields;
  const duration = fields.durationSeconds === undefined && kind === 'video' ? 60 : fields.durationSeconds;
  await sql`insert into materials (id, book_id, key, page, position, type, title, description, diagnosis, speaker,
      duration_seconds, content, retired_at)
    values (${id}, ${bookId}, ${key}, ${fields.page ?? 3}, ${fields.position ?? counter}, ${TYPES[kind]},
      ${fields.title ?? `Material ${counter}`}, 'What to look at.', 'What it is.', 'A. Speaker',
      ${duration ?? null}, ${jsonb(typeof content === 'function' ? content(at) : content)}, ${fields.retired ? new Date('2026-01-02') : null})`.execute(
    db,
  );
  return { id, bookId, key, at };
}
