import type { Purpose } from '../assets/asset-queries.ts';
import { Manifest } from '../manifest.ts';
import type { StoredBook, StoredQuestion, StoredSurveyQuestion } from './rebuild-queries.ts';

/** A stored file that takes the place of the publisher's original, and what it was made for. */
export interface TakenOver {
  readonly path: string;
  readonly storageKey: string;
  readonly uses: readonly {
    purpose: Purpose;
    place: string;
    storageKey: string;
    facts: Record<string, unknown>;
  }[];
}

const VIDEO = 0;
const IMAGE = 1;
const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);
const some = (text: string | null | undefined) => (text ? text : undefined);

/** Rebuilds the manifest of a published book, with stored files in place of their originals. */
export function manifestOfRows(stored: StoredBook): { manifest: Manifest; files: TakenOver[] } {
  const { book, materials } = stored;
  const files = new Map<string, TakenOver>();
  const take = (path: string, storageKey: string, uses: TakenOver['uses'] = []): string => {
    files.set(path, { path, storageKey, uses: [...(files.get(path)?.uses ?? []), ...uses] });
    return path;
  };
  const publicFile = (folder: string, key: string, purpose: Purpose, facts = {}) =>
    take(`${folder}/${nameOf(key)}`, key, [{ purpose, place: '', storageKey: key, facts }]);
  const people = (list: StoredBook['book']['faculty']) =>
    list.map(({ name, title, biography, disclosure, image_key }) => ({
      ...{ name, title: some(title), biography: some(biography), disclosure: some(disclosure) },
      photo: image_key ? publicFile('people', image_key, 'portrait') : undefined,
    }));
  const questionPicture = (key: string | null, identity?: string) =>
    key === null
      ? undefined
      : take(`questions/${nameOf(key)}`, key, [
          { purpose: 'question', place: book.id, storageKey: key, facts: identity ? { identity } : {} },
        ]);
  const questionsOf = (owner: string) =>
    stored.questions.filter((question) => question.owner === owner).map((each) => questionOf(each));
  const questionOf = (question: StoredQuestion) => ({
    ...{ key: question.key, question: question.question, image: questionPicture(question.imageKey) },
    justification: some(question.justification),
    justification_image: questionPicture(question.justificationImageKey),
    ...{ page: question.page ?? undefined, section: question.section ?? undefined },
    keep_order: question.keepOrder,
    choices: question.choices.map(({ answer, identity, imageKey, correct }) => ({
      ...{ answer: some(answer), image: questionPicture(imageKey, identity), correct },
    })),
  });
  const materialOf = (material: StoredBook['materials'][number]) => {
    const { key, title, content } = material;
    const place = `${book.id}/${key}`;
    const file = (storageKey: string, purpose: Purpose, facts: Record<string, unknown> = {}) =>
      take(`materials/${key}/${nameOf(storageKey)}`, storageKey, [{ purpose, place, storageKey, facts }]);
    const base = { key, title, description: some(material.description), diagnosis: some(material.diagnosis) };
    if (material.type === VIDEO) {
      const { width, height, codec } = content as { width?: number; height?: number; codec?: string };
      const tracks = (kind: 'captions' | 'descriptions') =>
        (content[kind] ?? []).map((track) => ({ language: track.language, file: file(track.file, kind) }));
      const facts = { width, height, codec, durationSeconds: material.durationSeconds };
      return {
        ...{ ...base, type: 'video', file: file(content.file as string, 'video', facts) },
        poster: content.poster ? file(content.poster, 'poster') : undefined,
        ...{
          captions: tracks('captions'),
          descriptions: tracks('descriptions'),
          speaker: some(material.speaker),
        },
        marks: (content.marks ?? []).map(({ page, ...mark }) => ({ ...mark, page: page ?? undefined })),
      };
    }
    if (material.type === IMAGE) {
      const images = (content.images ?? []).map(
        ({ file: storageKey, thumbnail, width, height, caption, alt }) => {
          const path = file(storageKey, 'image', { width, height });
          if (thumbnail)
            take(path, storageKey, [{ purpose: 'thumbnail', place, storageKey: thumbnail, facts: {} }]);
          return { file: path, caption: some(caption), alt };
        },
      );
      return { ...base, type: 'image', images };
    }
    const series = (content.series ?? []).map((each) => {
      const folder = `materials/${key}/${each.key}`;
      for (const storageKey of each.files)
        take(`${folder}/${nameOf(storageKey)}`, storageKey, [
          { purpose: 'dicom-refuse', place, storageKey, facts: {} },
        ]);
      return { key: each.key, title: each.title, folder };
    });
    return { ...base, type: 'dicom', series };
  };

  const { coverWidth: width, coverHeight: height, coverColor: color, certificate, accessibility } = book;
  const groups = new Map<number, unknown[]>();
  for (const material of materials)
    groups.set(material.page, [...(groups.get(material.page) ?? []), materialOf(material)]);
  const given = {
    ...{
      slug: book.slug,
      edition: book.edition,
      language: book.language,
      title: book.title,
      author: book.author,
    },
    ...{ category: book.category, featured: book.featured, price: book.priceCents / 100 },
    ...{ release_date: book.releaseDate, review_date: book.reviewDate, expiry_date: book.expiryDate },
    pdf: take('book.pdf', `sources/${book.id}/${book.revision}/book.pdf`),
    cover: publicFile('cover', book.coverKey, 'cover', { width, height, color }),
    front_matter: book.frontMatterFirstPage && {
      ...{ first_page: book.frontMatterFirstPage, last_page: book.frontMatterLastPage },
    },
    samples: book.samples.map(({ key }) => publicFile('samples', key, 'samples')),
    ...{ brief: book.brief, learning_objectives: book.learningObjectives, references: book.sources },
    ...{ audience: book.audience, disclosures: book.disclosures, reading_hours: Number(book.readingHours) },
    ...{ accessibility, certificate, chapters: stored.chapters },
    ...{ faculty: people(book.faculty), senior_editors: people(book.seniorEditors) },
    ...{ number_of_authors: book.numberOfAuthors, number_of_speakers: book.numberOfSpeakers },
    assigned: { authors: stored.authors, editors: stored.editors },
    supplementaries: [...groups].map(([page, list]) => ({ page, materials: list })),
    quizzes: stored.quizzes.map(({ id, keepOrder, ...quiz }) => ({
      ...{ ...quiz, keep_order: keepOrder, questions: questionsOf(id) },
    })),
    tests: stored.tests.map((test) => ({
      ...{ key: test.key, title: test.title, note: some(test.note), is_mandatory: test.isMandatory },
      ...{ pre_page: test.prePage, post_page: test.postPage, sections: test.sections },
      ...{ keep_order: test.keepOrder, questions: questionsOf(test.id) },
    })),
    final_test: stored.finalTest && {
      ...{ note: some(stored.finalTest.note), review: stored.finalTest.review },
      ...{ retake_pause: stored.finalTest.retakePauseMinutes, keep_order: stored.finalTest.keepOrder },
      questions_per_attempt: stored.finalTest.questionsPerAttempt,
      questions: questionsOf(stored.finalTest.id),
    },
    survey: stored.survey && {
      title: stored.survey.title,
      questions: stored.survey.questions.map(surveyQuestionOf),
    },
    packages: stored.packages.map((slug) => ({ slug })),
    programs: stored.programs.map((slug) => ({ slug })),
    replaces:
      book.replacedEdition && book.readableUntil
        ? { edition: book.replacedEdition, readable_until: book.readableUntil }
        : undefined,
  };
  return { manifest: Manifest.parse(withoutNulls(given)), files: [...files.values()] };
}

function surveyQuestionOf({ key, question, type, single, choices }: StoredSurveyQuestion) {
  if (type === 'OpenEnded') return { key, question, type: 'open_ended' };
  if (type === 'Rating') return { key, question, type: 'rating', choices };
  return { key, question, type: 'mcq', single_choice: single, choices };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value ?? undefined;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutNulls(inner)]));
}
