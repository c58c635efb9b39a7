import { expect, it } from 'vitest';
import { detailsOf } from './details-of-thing.ts';

const of = (before: object, after: object, field: string) =>
  detailsOf(
    { content: before as Record<string, unknown> },
    { content: after as Record<string, unknown> },
    [field],
    (page) => `p${page}`,
  )[0];

it('an answer that became the right one is told by its mark', () => {
  const choices = (right: string) =>
    ['Mitral', 'Aortic'].map((answer) => ({ answer, ...(answer === right ? { correct: true } : {}) }));
  expect(of({ choices: choices('Mitral') }, { choices: choices('Aortic') }, 'choices')).toEqual({
    field: 'choices',
    before: 'Mitral ✓; Aortic',
    after: 'Mitral; Aortic ✓',
  });
});

it.each([
  ['a text', { question: 'Old?' }, { question: 'New?' }, 'question', 'Old?', 'New?'],
  ['a page', { page: 3 }, { page: 4 }, 'page', 'p3', 'p4'],
  ['a page that is gone', { page: 0 }, { page: 4 }, 'page', null, 'p4'],
  ['a file, whose name readers do not see', { file: 'aa' }, { file: 'bb' }, 'file', null, null],
  ['a field that was empty', {}, { note: 'Now' }, 'note', null, 'Now'],
  ['captions of pictures', { images: [{ file: 'aa', caption: 'Rib' }] }, {}, 'images', 'Rib', null],
])('%s is told in words', (_what, before, after, field, was, is) => {
  expect(of(before, after, field)).toEqual({ field, before: was, after: is });
});
