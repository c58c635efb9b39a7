import { describe, expect, it } from 'vitest';
import { isPassed, percentageOf, reachesCertificate } from './marks.ts';
import { type GivenAnswer, grade, type KeyEntry } from './scoring.ts';

const key: KeyEntry[] = [
  { questionId: 'q1', points: 1, choiceIds: ['a', 'b'], correctId: 'a' },
  { questionId: 'q2', points: 3, choiceIds: ['c', 'd'], correctId: 'd' },
];
const answers = (...pairs: [string, string][]): GivenAnswer[] =>
  pairs.map(([questionId, choiceId]) => ({ questionId, choiceId }));

describe('grading', () => {
  it('gives each right answer the points of its question', () => {
    expect(grade(key, answers(['q1', 'a'], ['q2', 'c']))).toMatchObject({
      score: 1,
      total: 4,
      complete: true,
    });
    expect(grade(key, answers(['q1', 'a'], ['q2', 'd']))).toMatchObject({ score: 4, total: 4 });
  });

  it.each([
    ['an empty submission', answers(), 'answers_incomplete'],
    ['a question left out', answers(['q1', 'a']), 'answers_incomplete'],
    ['a choice of another question', answers(['q1', 'c'], ['q2', 'd']), 'answer_not_of_question'],
    ['a question of another paper', answers(['q1', 'a'], ['q2', 'd'], ['q3', 'x']), 'answer_not_of_question'],
    ['two answers to one question', answers(['q1', 'a'], ['q1', 'b'], ['q2', 'd']), 'answer_not_of_question'],
  ])('refuses %s', (_what, given, problem) => {
    expect(grade(key, given)).toEqual({ problem });
  });

  it('counts answers stored before, grades only the new ones, and refuses to change one', () => {
    const stored = new Map([['q1', 'b']]);
    expect(grade(key, answers(['q2', 'd']), stored)).toMatchObject({ score: 3, total: 3, complete: true });
    expect(grade(key, answers(['q1', 'b'], ['q2', 'd']), stored)).toMatchObject({ score: 3 });
    expect(grade(key, answers(['q1', 'a'], ['q2', 'd']), stored)).toEqual({ problem: 'already_answered' });
  });

  it('takes a single question where the paper is answered one by one', () => {
    expect(grade(key, answers(['q1', 'a']), new Map(), { partial: true })).toMatchObject({
      score: 1,
      complete: false,
    });
  });

  it('finds nothing new in a repetition, also when the choice was retired since', () => {
    const stored = new Map([
      ['q1', 'retired'],
      ['q2', 'd'],
    ]);
    expect(grade(key, answers(['q1', 'retired'], ['q2', 'd']), stored)).toMatchObject({ answers: [] });
  });
});

describe('the two marks', () => {
  it.each([
    [5, 10, false, false],
    [6, 10, true, false],
    [69, 100, true, false],
    [7, 10, true, true],
    [139, 200, true, false],
    [0, 0, false, false],
  ])('%i of %i: passed %s, certificate %s', (score, total, passed, certificate) => {
    expect(isPassed(score, total)).toBe(passed);
    expect(reachesCertificate(score, total)).toBe(certificate);
  });

  it('keeps one decimal, so that 79.6 stays below 80', () => {
    expect(percentageOf(39, 49)).toBe(79.6);
    expect(percentageOf(0, 0)).toBe(0);
  });
});
