import { describe, expect, it } from 'vitest';
import { emphasisOf } from './asking-words.ts';
import { findAnswers } from './find-answers.ts';
import { askedWords, questionTerms } from './question-terms.ts';

const answersTo = (question: string, text: string): string[] => {
  const terms = questionTerms(askedWords(question), question, []);
  const ranking = { terms, worths: terms.map(({ emphasis }) => emphasis) };
  return findAnswers([{ page: 1, text, score: 1 }], question, ranking).map(({ quote }) => quote);
};

describe('sentences that answer a question', () => {
  it('are about its subject, not about the word that asks', () => {
    const flutter = 'In typical flutter a single wave circles the atrial ring.';
    expect(
      answersTo('How do I recognise atrial flutter?', `It is often recognised late by everybody. ${flutter}`),
    ).toEqual([flutter]);
    expect(emphasisOf(askedWords('treat'))).toEqual([1]);
  });

  it.each([
    ['the caption of a figure', 'Figure 4.3 The four lesions of the spinal cord.'],
    ['labels that run into a caption', 'rising lesions of the spinal cord Figure 6.7 Patterns of the cord.'],
    [
      'cells of a table',
      'Cord size True; Lesion small Enlarged Spine not valid Scapulae Clear of the lungs.',
    ],
    ['a question', 'Where is the lesion of the spinal cord in this case?'],
    [
      'the title of a reference',
      'Lesions of the spinal cord in adults. Lancet 2016;387:1–12 and more words.',
    ],
  ])('are not %s', (_what, text) => {
    expect(answersTo('How do I localise a lesion of the spinal cord?', text)).toEqual([]);
  });

  it('have the amount, the time or the treatment that is asked for first', () => {
    const amount = 'Do not let the low sodium rise by more than 8 mmol/L in 24 hours in anybody.';
    const other = 'Obstruction may also give a low sodium in some of them.';
    expect(answersTo('How fast may a low sodium rise?', `${other} ${amount}`)[0]).toBe(amount);
    const treatment = 'Give insulin with glucose for hyperkalaemia that has changed the tracing.';
    const sign = 'A wide complex of a strange shape is hyperkalaemia until shown otherwise.';
    expect(answersTo('How do I treat hyperkalaemia?', `${sign} ${treatment}`)[0]).toBe(treatment);
  });

  it.each([
    ['the caption of a figure', 'الشكل 3.1 الفجوة الأنيونية في أربع حالات مختلفة.'],
    [
      'labels that run into a caption',
      '60 ساعات بعد الابتلاع الفجوة الأنيونية الشكل 3.1 الفجوة الأنيونية والفجوة الأسمولية.',
    ],
    [
      'the end of a short line above',
      'الفجوة الأنيونية\nوهذا سطر أطول من غيره بكثير ولا صلة له بما قبله على هذه الصفحة أبدا.\nوهذا سطر آخر مثله في الطول ولا صلة له بما قبله على هذه الصفحة أبدا.',
    ],
  ])('are not %s in Arabic', (_what, text) => {
    expect(answersTo('كيف أحسب الفجوة الأنيونية؟', text)).toEqual([]);
  });

  it('are of a rule before they are of a case in Arabic', () => {
    const text = 'شاب سكري عنده حماض كيتوني منذ يومين كاملين. يعالج الحماض الكيتوني بالإنسولين والسوائل.';
    expect(answersTo('كيف أعالج الحماض الكيتوني؟', text)[0]).toMatch(/^يعالج/);
  });

  it('are of a rule before they are of a case', () => {
    const text =
      'A woman of 34 years is seen for a widened mediastinum. A widened mediastinum after trauma is reported.';
    expect(answersTo('What does a widened mediastinum mean?', text)[0]).toMatch(/^A widened/);
  });
});
