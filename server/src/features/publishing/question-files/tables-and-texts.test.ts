import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QuestionFile } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const read = (text: string) => readQuestionFile(Buffer.from(text), 'questions');
const said = ({ findings }: QuestionFile) =>
  findings.map(({ kind, question, line, text }) => `${kind} ${question ?? '-'}:${line ?? '-'} ${text}`);

describe('a table', () => {
  const answersOf = ({ questions }: QuestionFile) =>
    questions.map(({ choices }) => choices.find(({ correct }) => correct)?.answer);

  it.each([
    ['letters', 'Question,A,B,C,Correct\nOne?,x,y,z,b\n'],
    ['numbers', 'Question;Option 1;Option 2;Option 3;Right answer\nOne?;x;y;z;2\n'],
    ['words', 'Question\tAnswer A\tAnswer B\tAnswer C\tAnswer\nOne?\tx\ty\tz\tY\n'],
    ['stars', 'One?,x,*y,z\nTwo?,*y,b,c\n'],
    ['a last column without headings', '1,One?,x,y,z,B\n2,Two?,y,b,c,A\n'],
    ['labels', 'question,A,B,C,key\nOne?,A) x,B) y,C) z,B\n'],
  ])('with the right answer as %s is read', async (_how, text) => {
    expect(new Set(answersOf(await read(text)))).toEqual(new Set(['y']));
  });

  it('as shown in docs/question-files.md is read completely', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/question-files.md'), 'utf8');
    const [, sample = ''] = /```\n(key,question,.*?)```/s.exec(page) ?? [];
    const file = await read(sample);
    expect(said(file)).toEqual([]);
    expect(answersOf(file)).toEqual(['Mitral']);
    expect(file.questions[0]).toMatchObject({ key: 'valve-1', justification: 'Systole begins.', page: 212 });
  });

  it('reports each error with its row', async () => {
    const file = await read(
      [
        'key,question,A,B,C,correct,page,keep_order,Difficulty',
        'one,Fine?,x,y,,A,12,true,easy',
        'one,Same key?,x,y,,A',
        'two,No right answer?,x,y,,',
        'three,Not there?,x,y,,C',
        'four,One choice?,x,,,A',
        'five,Twice?,x,x,,A',
        'Six!,Key?,x,y,,A',
        'seven,Page?,x,y,,A,twelve',
        'eight,,x,y,,A',
        `nine,${'long '.repeat(500)},x,y,,A`,
      ].join('\n'),
    );
    expect(file.questions).toEqual([
      {
        key: 'one',
        question: 'Fine?',
        page: 12,
        keep_order: true,
        choices: [
          { answer: 'x', correct: true },
          { answer: 'y', correct: false },
        ],
      },
    ]);
    expect(said(file)).toEqual([
      'left_out -:- The column "Difficulty" is left out: a question has no place for it.',
      'refused 2:3 It has the key "one", as question 1 already has; give it its own key.',
      'refused 3:4 It has no right answer.',
      'refused 4:5 Its right answer "C" is none of its choices; write the letter of one.',
      'refused 4:5 It has no right answer.',
      'refused 5:6 It has one choice; at least two are needed.',
      'refused 6:7 Choices 1 and 2 say the same.',
      'refused 7:8 The key "Six!" is none; use lower-case letters, digits and hyphens.',
      'refused 8:9 The page "twelve" is no number.',
      'refused 9:10 The text of the question is empty; write something, or leave the field out.',
      'refused 10:11 The text of the question has 2499 characters; at most 2000 fit.',
    ]);
  });

  it('does not guess between a letter and a choice whose text is that letter', async () => {
    const file = await read('Question,Option A,Option B,Answer\nWhich group?,B,A,A\n');
    expect(said(file)[0]).toContain('refused 1:2 Its right answer "A" may mean more than one choice');
  });
});

describe("the product's own list", () => {
  it('with very many errors reports the first ones and the number of the others', async () => {
    const fields = Array.from({ length: 100 }, (_none, index) => `  odd${index}: 1\n`).join('');
    const findings = said(await read(`- key: one\n${fields}`));
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)).toMatch(
      /^check -:- There are \d+ more findings; correct the first ones and read it again\.$/,
    );
  });

  it('reports each field with its line', async () => {
    const file = await read(
      '- key: one\n  question: Which?\n  image: a.png\n  choices:\n    - { answer: x, correct: true }\n    - { answer: y }\n' +
        '- key: two\n  question: Which?\n  choises: []\n  choices:\n    - { answer: x }\n    - { answer: y, correct: 1 }\n',
    );
    expect(file.questions.map(({ key }) => key)).toEqual(['one']);
    expect(said(file)).toEqual([
      'check 1:1 It names the picture "a.png", which this file does not hold; add it to the work.',
      'refused 2:12 Choice 2 is 1; give true or false.',
      'refused 2:9 "choises" is not a field; did you mean "choices"?',
    ]);
  });
});

describe('a text', () => {
  const gift = 'Größe? {=groß ~klein}\n';
  const xml = `<?xml version="1.0" encoding="UTF-16"?><quiz><question type="truefalse"><name><text>Größe</text></name>
    <questiontext><text>Größe?</text></questiontext><answer fraction="100"><text>true</text></answer>
    <answer fraction="0"><text>false</text></answer></question></quiz>`;

  it.each([
    ['UTF-8', Buffer.from(gift)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${gift}`)],
    ['UTF-16', Buffer.from(`\uFEFF${gift}`, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${gift}`, 'utf16le').swap16()],
    ['XML in UTF-16', Buffer.from(`\uFEFF${xml}`, 'utf16le')],
  ])('in %s is read', async (_encoding, bytes) => {
    const { questions, findings } = await readQuestionFile(bytes, 'questions');
    expect([questions.map(({ question }) => question), findings]).toEqual([['Größe?'], []]);
  });

  it('in UTF-16 without a byte order mark is refused with that reason', async () => {
    const file = await readQuestionFile(Buffer.from(gift, 'utf16le'), 'questions');
    expect(said(file)[0]).toContain('is encoded in UTF-16 without a byte order mark; save it as UTF-8');
  });

  it('with formatting in many questions is reported once, with their number', async () => {
    const question = '[html]<b>Which?</b> {=<i>x</i> ~<i>y</i>}\n\n';
    expect(said(await read(question.repeat(3)))).toEqual([
      'left_out -:- Bold, italics and other formatting are left out (3 questions).',
    ]);
  });
});
