import type { ComparedKind } from '@vesalius/contract/work-comparison';
import type { ManifestQuestion } from '../manifest-questions.ts';
import { entriesOf, type LooseManifest } from '../read-manifest.ts';
import { filesIn } from './release-source.ts';

/** A book's content in the form that is compared: a working copy's, or a release's. */
export interface ComparedEdition {
  readonly manifest: LooseManifest;
  readonly files: ReadonlyMap<string, string>;
  readonly labelOf: (page: number) => string;
}

/** A question's identity in the database. */
export interface QuestionRef {
  readonly holder: 'quiz' | 'test' | 'final_test';
  readonly holderKey: string;
  readonly key: string;
}

/** A part of the book that readers see as one thing. */
export interface Thing {
  /** Identifies the same thing in another edition. */
  readonly id: string;
  readonly kind: ComparedKind;
  readonly title: string;
  /** The list in which its position counts; null: none. */
  readonly list: string | null;
  /** The title of the question's quiz or test. */
  readonly within: string | null;
  readonly page: number | null;
  /** Its fields, with content hashes instead of file names. */
  readonly content: Readonly<Record<string, unknown>>;
  /** What readers play or look at. */
  readonly media: readonly unknown[];
  readonly question: QuestionRef | null;
  /** Of a question in its list. */
  readonly number: number | null;
}

type Entry = Readonly<Record<string, unknown>>;
const PLAIN = { list: null, within: null, page: null, media: [], question: null, number: null } as const;
/** Fields that identify a thing, or are compared separately. */
const APART = ['key', 'materials', 'questions', 'type'];
export const FILE_FIELDS = [
  'file',
  'poster',
  'image',
  'photo',
  'justification_image',
  'cover',
  'pdf',
  'folder',
];

/** Replaces file names by content hashes, and drops values that mean nothing: false, empty, absent. */
export function contentOf(value: unknown, files: ReadonlyMap<string, string>, name = ''): unknown {
  if (typeof value === 'string' && FILE_FIELDS.includes(name)) {
    const slices = name === 'folder' ? filesIn(files, value).map(([, hash]) => hash) : [];
    return slices.length > 0 ? slices.join(' ') : (files.get(value) ?? value);
  }
  if (Array.isArray(value)) {
    const list = value.map((each) => contentOf(each, files, name)).filter((each) => each !== undefined);
    return list.length > 0 ? list : undefined;
  }
  if (value === false || value === '' || value === null) return undefined;
  if (typeof value !== 'object') return value;
  const fields = Object.entries(value).flatMap(([field, each]): [string, unknown][] => {
    const content = contentOf(each, files, field);
    return content === undefined ? [] : [[field, content]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** In the order in which readers encounter them. */
export function thingsOf({ manifest, files }: ComparedEdition): Thing[] {
  const content = (entry: object, without = APART): Entry =>
    (contentOf(
      Object.fromEntries(Object.entries(entry).filter(([name]) => !without.includes(name))),
      files,
    ) ?? {}) as Entry;
  const things: Thing[] = [];
  /** Any field of a working copy may be missing. */
  const add = (
    thing: { [Field in keyof Thing]?: Thing[Field] | undefined } & Pick<Thing, 'id'>,
    entry: object,
    without = APART,
  ) => {
    const { kind, title = '', within = null, page = null } = thing;
    if (kind)
      things.push({ ...PLAIN, content: content(entry, without), ...thing, kind, title, within, page });
  };

  for (const [, chapter] of entriesOf(manifest.chapters))
    add(
      {
        ...{ id: `chapter ${chapter.key}`, kind: 'chapter', title: chapter.title },
        ...{ list: 'chapters', page: chapter.first_page },
      },
      chapter,
    );
  for (const [, { page, materials }] of entriesOf(manifest.supplementaries))
    for (const [, material] of entriesOf(materials))
      add(
        {
          ...{ id: `material ${material.key}`, kind: material.type, title: material.title },
          ...{ list: `page ${page}`, page, media: mediaOf(material, files) },
        },
        material,
      );
  const addQuestions = (holder: QuestionRef['holder'], key: string, title: string | null, list: unknown) => {
    for (const [index, each] of entriesOf(Array.isArray(list) ? (list as ManifestQuestion[]) : []))
      add(
        {
          ...{ id: `question ${holder} ${key} ${each.key}`, kind: 'question', title: each.question },
          ...{ list: `${holder} ${key}`, within: title, page: each.page ?? null },
          ...{ question: { holder, holderKey: key, key: each.key }, number: Number(index) + 1 },
        },
        each,
      );
  };
  for (const [, quiz] of entriesOf(manifest.quizzes)) {
    add({ id: `quiz ${quiz.key}`, kind: 'quiz', title: quiz.title, page: quiz.page }, quiz, [
      ...APART,
      'page',
    ]);
    addQuestions('quiz', quiz.key, quiz.title, quiz.questions);
  }
  for (const [, test] of entriesOf(manifest.tests)) {
    add({ id: `test ${test.key}`, kind: 'test', title: test.title, page: test.pre_page }, test);
    addQuestions('test', test.key, test.title, test.questions);
  }
  if (manifest.final_test) {
    add({ id: 'final_test', kind: 'final_test', title: '' }, manifest.final_test);
    addQuestions('final_test', '', null, manifest.final_test.questions);
  }
  if (manifest.survey)
    add({ id: 'survey', kind: 'survey', title: manifest.survey.title }, manifest.survey, []);
  for (const list of ['faculty', 'senior_editors'] as const)
    for (const [, person] of entriesOf(manifest[list]))
      add({ id: `${list} ${person.name}`, kind: 'person', title: person.name, list }, person);
  for (const [kind, list] of [
    ['package', manifest.packages],
    ['program', manifest.programs],
  ] as const)
    for (const [, each] of entriesOf<{ slug: string; name?: string | undefined }>(list))
      add({ id: `${kind} ${each.slug}`, kind, title: each.name ?? each.slug }, each);
  return things;
}

type Material = NonNullable<NonNullable<LooseManifest['supplementaries']>[number]['materials']>[number];
function mediaOf(material: Material, files: ReadonlyMap<string, string>): unknown[] {
  const asked =
    material.type === 'video'
      ? [{ file: material.file }]
      : material.type === 'image'
        ? (material.images ?? []).map(({ file }) => ({ file }))
        : (material.series ?? []).map(({ folder }) => ({ folder }));
  return asked.map((each) => contentOf(each, files));
}
