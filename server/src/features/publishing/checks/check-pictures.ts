import type { Path } from '../mistakes.ts';
import { entriesOf } from '../read-manifest.ts';
import type { BookUnderCheck } from './book-under-check.ts';

/** Every picture of the book with its path in the manifest. */
function* picturesOf(book: BookUnderCheck): Generator<{ path: Path; file: string }> {
  const { manifest } = book;
  if (manifest.cover) yield { path: ['cover'], file: manifest.cover };
  for (const [index, file] of entriesOf(manifest.samples)) yield { path: ['samples', index], file };
  for (const list of ['faculty', 'senior_editors'] as const) {
    for (const [index, { photo }] of entriesOf(manifest[list])) {
      if (photo) yield { path: [list, index, 'photo'], file: photo };
    }
  }
  for (const [index, { image }] of entriesOf(manifest.packages)) {
    if (image) yield { path: ['packages', index, 'image'], file: image };
  }
  for (const [index, { photo }] of entriesOf(manifest.programs)) {
    if (photo) yield { path: ['programs', index, 'photo'], file: photo };
  }
  for (const [group, { materials }] of entriesOf(manifest.supplementaries)) {
    for (const [index, material] of entriesOf(materials)) {
      const path = ['supplementaries', group, 'materials', index];
      if (material.type === 'video' && material.poster)
        yield { path: [...path, 'poster'], file: material.poster };
      if (material.type !== 'image') continue;
      for (const [place, { file }] of entriesOf(material.images)) {
        yield { path: [...path, 'images', place, 'file'], file };
      }
    }
  }
  for (const [index, quiz] of entriesOf(manifest.quizzes)) {
    yield* picturesOfQuestions(quiz.questions, ['quizzes', index, 'questions']);
  }
  for (const [index, test] of entriesOf(manifest.tests)) {
    yield* picturesOfQuestions(test.questions, ['tests', index, 'questions']);
  }
  if (manifest.final_test) {
    yield* picturesOfQuestions(manifest.final_test.questions, ['final_test', 'questions']);
  }
}

function* picturesOfQuestions(questions: unknown, base: Path): Generator<{ path: Path; file: string }> {
  if (!Array.isArray(questions)) return;
  for (const [index, question] of entriesOf(questions)) {
    const path = [...base, index];
    if (question.image) yield { path: [...path, 'image'], file: question.image };
    if (question.justification_image) {
      yield { path: [...path, 'justification_image'], file: question.justification_image };
    }
    for (const [place, { image }] of entriesOf<{ image?: string }>(question.choices)) {
      if (image) yield { path: [...path, 'choices', place, 'image'], file: image };
    }
  }
}

/** Checks each file once, however often it is named. */
export async function checkPictures(book: BookUnderCheck): Promise<void> {
  const checked = new Set<string>();
  for (const { path, file } of picturesOf(book)) {
    if (checked.has(file)) continue;
    checked.add(file);
    await book.look('picture', path, file);
  }
}
