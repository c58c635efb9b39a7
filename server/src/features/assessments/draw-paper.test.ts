import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { arrange, askedOf, type DrawnPaper, drawPaper } from './draw-paper.ts';
import type { QuestionRow } from './paper-queries.ts';

const ids = (count: number) => Array.from({ length: count }, newId);
const question = (id: string, answers: readonly string[], keepChoiceOrder = false): QuestionRow => ({
  id,
  question: 'What?',
  imageKey: null,
  justification: '',
  justificationImageKey: null,
  pageNumber: null,
  sectionId: null,
  points: 1,
  retired: false,
  keepChoiceOrder,
  choices: answers.map((answer) => ({ id: newId(), answer, imageKey: null, correct: false, retired: false })),
});
const LETTERS = ['First', 'Second', 'Third', 'Fourth'];
const shuffled = { keepOrder: false };
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const answersOf = (row: QuestionRow | undefined) => row?.choices.map(({ answer }) => answer);

describe('a paper', () => {
  it('draws each question about as often as any other, never one twice', () => {
    const all = ids(10);
    const times = new Map(all.map((id) => [id, 0]));
    for (let draw = 0; draw < 2000; draw += 1) {
      const { questionIds } = drawPaper(all, 3);
      expect(new Set(questionIds).size).toBe(3);
      for (const id of questionIds ?? []) times.set(id, (times.get(id) ?? 0) + 1);
    }
    // 600 expected; seven standard deviations either way.
    for (const count of times.values()) expect(Math.abs(count - 600)).toBeLessThan(145);
  });

  it('asks all questions where nothing is drawn, and no more than there are', () => {
    const all = ids(4);
    expect(drawPaper(all, null).questionIds).toBeNull();
    expect(new Set(drawPaper(all, 9).questionIds)).toEqual(new Set(all));
    expect(askedOf(null, all)).toEqual(new Set(all));
  });

  it('replaces a question that was retired, by the same one each time, and takes no new one', () => {
    const all = ids(20);
    const paper = drawPaper(all, 5);
    const [gone = '', ...kept] = paper.questionIds ?? [];
    const today = [...all.filter((id) => id !== gone), newId()];
    const asked = askedOf(paper, today);
    expect(asked.size).toBe(5);
    for (const id of kept) expect(asked).toContain(id);
    expect(askedOf(paper, today)).toEqual(asked);
    expect(askedOf(paper, [...all, newId()])).toEqual(new Set(paper.questionIds));
  });

  it('puts questions and choices in an order of its own, the same each time, which one more question does not change', () => {
    const rows = ids(30).map((id) => question(id, LETTERS));
    const [one, other] = [7, 8].map((seed): DrawnPaper => ({ seed, questionIds: null }));
    const first = arrange(one as DrawnPaper, rows, shuffled);
    expect(idsOf(arrange(one as DrawnPaper, rows.toReversed(), shuffled))).toEqual(idsOf(first));
    expect(idsOf(first)).not.toEqual(idsOf(rows));
    expect(idsOf(arrange(other as DrawnPaper, rows, shuffled))).not.toEqual(idsOf(first));
    const more = arrange(one as DrawnPaper, [...rows, question(newId(), LETTERS)], shuffled);
    expect(idsOf(more).filter((id) => idsOf(rows).includes(id))).toEqual(idsOf(first));
  });

  it('puts each choice first about as often as any other', () => {
    const row = question(newId(), LETTERS);
    const times = new Map(LETTERS.map((answer) => [answer, 0]));
    for (let draw = 0; draw < 2000; draw += 1) {
      const [shown] = arrange(drawPaper([], null), [row], shuffled);
      const answer = shown?.choices[0]?.answer ?? '';
      times.set(answer, (times.get(answer) ?? 0) + 1);
    }
    for (const count of times.values()) expect(Math.abs(count - 500)).toBeLessThan(140);
  });

  it('keeps choices that name each other, "all of the above" last, and questions of a list that keeps its order', () => {
    for (let draw = 0; draw < 50; draw += 1) {
      const paper = drawPaper([], null);
      const rows = [
        question(newId(), ['Left', 'Right', 'A and B', 'Neither'], true),
        question(newId(), ['Red', 'All of the above', 'Blue']),
      ];
      const [named, all] = arrange(paper, rows, { keepOrder: true });
      expect(answersOf(named)).toEqual(['Left', 'Right', 'A and B', 'Neither']);
      expect(answersOf(all)?.[2]).toBe('All of the above');
    }
  });
});
