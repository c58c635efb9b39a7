import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../testing/book-folder.ts';
import type { QuestionFile } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const SAMPLES = join(import.meta.dirname, '../../../testing/question-files/samples');
const sample = (name: string) => readFileSync(join(SAMPLES, name), 'utf8');
const read = (text: string, name = 'questions') => readQuestionFile(Buffer.from(text), name);
const said = ({ findings }: QuestionFile) =>
  findings.map(({ kind, question, line, text }) => `${kind} ${question ?? '-'}:${line ?? '-'} ${text}`);
const packageOf = (item: string, more: Record<string, Uint8Array> = {}) =>
  readQuestionFile(
    zipSync({
      'imsmanifest.xml': strToU8(
        '<manifest><resources><resource identifier="i" type="imsqti_item_xmlv2p1" href="i/qti.xml"/></resources></manifest>',
      ),
      'i/qti.xml': strToU8(item),
      ...more,
    }),
    'package.zip',
  );

describe('a file of Moodle 4', () => {
  it('yields its single-choice questions, and reports what is left out', async () => {
    const bytes = await picture(8, 8);
    const file = await read(sample('moodle-4.xml').replace('PICTURE', bytes.toString('base64')));
    expect(file.questions).toEqual([
      {
        key: 'card-1',
        question: 'Which valve is shown? It closes at S₁.\n\n• a < b\n• CO₂ 10⁻³',
        image: 'heart valve.png',
        justification: 'Both atrioventricular valves close.',
        keep_order: true,
        choices: [
          { answer: 'Mitral', correct: true },
          { answer: 'Tricuspid', correct: false },
          { answer: 'Aortic & pulmonary', correct: false },
        ],
      },
      {
        key: 'apex',
        question: 'The apex points to the left.',
        justification: 'Situs solitus.',
        choices: [
          { answer: 'True', correct: true },
          { answer: 'False', correct: false },
        ],
      },
    ]);
    expect(file.pictures).toEqual([{ name: 'heart valve.png', bytes }]);
    expect(said(file)).toEqual([
      'left_out -:- The categories are left out (1): the questions are taken as one list, in their order.',
      'left_out 1:15 It counts 2 points; here every question counts the same.',
      'left_out 1:15 The choice "Tricuspid" earns 50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 1:15 The feedback of one choice is left out: a question here has one justification.',
      'refused 3:91 It allows several answers at once; a question here has exactly one right answer.',
      'left_out 3:91 The choice "One" earns 50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 3:91 The choice "Two" earns 50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 3:91 The choice "Three" earns -100 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'refused 3:91 It has no right answer.',
      'refused 4:100 It asks for an essay, and only single choice can be taken.',
      'refused 5:105 It contains a formula that plain text cannot show: Q = \\frac{\\Delta P}{R}.',
      'left_out -:- Penalties for wrong tries are left out (2 questions).',
      'left_out -:- Hints are left out (1 question).',
      'left_out -:- Tags are left out (1 question).',
      'left_out -:- General feedback for right and wrong answers is left out (1 question).',
      'left_out -:- Bold, italics and other formatting are left out (1 question).',
      'left_out -:- Descriptions of pictures are left out (1 question).',
    ]);
  });
});

describe('QTI', () => {
  it('of TAO is read with its table, its prompt and its points', async () => {
    const file = await read(sample('tao-2.2.xml'));
    expect(file.questions).toEqual([
      {
        key: 'i60114a23',
        question: 'Volumes are in ml.\n\nEDV | 120\nESV | 50\n\nWhat is the stroke volume?',
        keep_order: true,
        choices: [
          { answer: '50 ml', correct: false },
          { answer: '70 ml', correct: true },
          { answer: '120 ml', correct: false },
        ],
      },
    ]);
    expect(said(file)).toEqual([
      'left_out 1:2 Points for other choices are left out: a choice here is right or wrong.',
      'left_out -:- Style sheets are left out (1 question).',
      'left_out -:- Bold, italics and other formatting are left out (1 question).',
    ]);
  });

  it('of Canvas is read with the feedback of the right answer', async () => {
    const file = await read(sample('canvas-2.1.xml'));
    expect(file.questions).toMatchObject([
      { question: 'Where does the sinoatrial node lie?', justification: 'At the superior vena cava.' },
    ]);
    expect(file.questions[0]?.choices.map(({ correct }) => correct)).toEqual([false, true]);
    expect(said(file)[0]).toBe('left_out 1:2 A feedback is left out: a question here has one justification.');
  });

  it('of Blackboard is read with the feedback within its right choice', async () => {
    const file = await read(sample('blackboard-2.1.xml'));
    expect(file.questions).toEqual([
      {
        key: 'que-1234567-1',
        question: 'Which vessel carries oxygenated blood?',
        justification: 'It comes from the lungs.',
        keep_order: false,
        choices: [
          { answer: 'Pulmonary artery', correct: false },
          { answer: 'Pulmonary vein', correct: true },
        ],
      },
    ]);
    expect(said(file)).toEqual([
      'left_out 1:2 The feedback of one choice is left out: a question here has one justification.',
      'left_out 1:2 It has a sound, which cannot be shown and is left out.',
    ]);
  });

  it('of Inspera is read from its package with its picture, and without one that is missing', async () => {
    const bytes = await picture(8, 8);
    const file = await packageOf(sample('inspera-2.1.xml'), { 'i/resources/ID_5.png': bytes });
    expect(file.questions).toMatchObject([{ key: 'id-99881', image: 'i/resources/ID_5.png' }]);
    expect(file.pictures.map(({ name }) => name)).toEqual(['i/resources/ID_5.png']);
    expect(said(file)).toEqual([
      'left_out 1:- Points for other choices are left out: a choice here is right or wrong.',
    ]);
    const without = await packageOf(sample('inspera-2.1.xml'));
    expect(said(without).at(-1)).toBe(
      'left_out 1:- The picture "resources/ID_5.png" of the question is left out: it is not part of the package.',
    );
  });

  it('that asks for two answers is refused', async () => {
    const file = await read(sample('multiple-3.0.xml'));
    expect([file.questions, said(file)]).toEqual([
      [],
      ['refused 1:2 It has 2 right answers; a question here has exactly one, so it cannot be taken.'],
    ]);
  });

  it('is found by its content in a package without a resource list, and files added by macOS are ignored', async () => {
    const item = sample('canvas-2.1.xml');
    const file = await readQuestionFile(
      zipSync({ 'q/b.xml': strToU8(item), '__MACOSX/q/._b.xml': new Uint8Array([0, 5, 22, 7]) }),
      'package.zip',
    );
    expect(file.questions.map(({ question }) => question)).toEqual(['Where does the sinoatrial node lie?']);
    expect(said(file)).toHaveLength(2);
  });

  it('with a choice that must stay last reports that it does not', async () => {
    const fixed = sample('canvas-2.1.xml')
      .replace('maxChoices="1"', 'maxChoices="1" shuffle="true"')
      .replace('<simpleChoice', '<simpleChoice fixed="true"');
    expect(said(await read(fixed)).join()).toContain('The fixed places of single choices are left out');
  });

  it('1.2 is refused by its name, alone and in a package', async () => {
    const old =
      '<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment/></questestinterop>';
    expect(said(await read(old))[0]).toContain('This is QTI 1.2');
    expect(said(await packageOf(old))[0]).toContain('This is QTI 1.2');
  });

  it.each([
    ['<textEntryInteraction responseIdentifier="R"/>', 'asks for a text to be typed'],
    ['<extendedTextInteraction responseIdentifier="R"/>', 'asks for an essay'],
    ['<matchInteraction responseIdentifier="R"/>', 'asks to match things'],
    ['<hotspotInteraction responseIdentifier="R"/>', 'asks to point into a picture'],
    ['<p>Only a text.</p>', 'is a text without answers'],
  ])('with %s is named', async (body, words) => {
    const file = await read(
      `<assessmentItem identifier="x" title="X"><itemBody>${body}</itemBody></assessmentItem>`,
    );
    expect(said(file)[0]).toContain(`refused 1:1 It ${words}`);
  });

  it('shows simple formulas of MathML, and refuses others', async () => {
    const item = (
      math: string,
    ) => `<assessmentItem identifier="x" title="X"><responseDeclaration identifier="R">
      <correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><p>What is
      <m:math xmlns:m="http://www.w3.org/1998/Math/MathML">${math}</m:math>?</p><choiceInteraction responseIdentifier="R">
      <simpleChoice identifier="A">1</simpleChoice><simpleChoice identifier="B">2</simpleChoice></choiceInteraction>
      </itemBody></assessmentItem>`;
    const simple = await read(
      item('<m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup><m:mo>+</m:mo><m:mn>1</m:mn>'),
    );
    expect(simple.questions[0]?.question).toBe('What is x²+1?');
    const hard = await read(item('<m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac>'));
    expect(said(hard)[0]).toContain('contains a formula (MathML) that plain text cannot show');
  });
});

describe('GIFT', () => {
  it('as teachers write it yields its single-choice questions, and reports the others with their lines', async () => {
    const file = await read(sample('teacher.gift.txt'));
    expect(file.questions).toEqual([
      {
        key: 'q1',
        question: 'Which ion enters first:',
        justification: 'Through fast channels.',
        choices: [
          { answer: 'Sodium', correct: true },
          { answer: 'Calcium', correct: false },
          { answer: 'Chloride', correct: false },
        ],
      },
      {
        key: 'question-2',
        question: 'The apex lies at the _____ intercostal space.',
        choices: [
          { answer: 'second', correct: false },
          { answer: 'fifth', correct: true },
          { answer: 'eighth', correct: false },
        ],
      },
      {
        key: 'apex-left',
        question: 'The apex points to the left.',
        choices: [
          { answer: 'True', correct: true },
          { answer: 'False', correct: false },
        ],
      },
    ]);
    expect(said(file)).toEqual([
      'left_out 1:4 The choice "Chloride" earns -50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 1:4 The feedback of one choice is left out: a question here has one justification.',
      'refused 4:15 It asks for a text to be typed, and only single choice can be taken.',
      'left_out 5:17 The choice "Na" earns 50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 5:17 The choice "K" earns 50 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'left_out 5:17 The choice "C" earns -100 percent; here a choice is right or wrong, and this one is taken as wrong.',
      'refused 5:17 It asks for several answers at once; a question here has exactly one right answer.',
      'refused 6:19 It asks for a number to be typed, and only single choice can be taken.',
      'refused 7:21 It asks for an essay, and only single choice can be taken.',
      'refused 8:23 It asks to match things, and only single choice can be taken.',
      'refused 9:25 It is a text without answers, and only single choice can be taken.',
      expect.stringMatching(
        /^refused 10:27 It is not written as GIFT at line \d of the question, character \d+\.$/,
      ),
      'left_out -:- The categories are left out (1): the questions are taken as one list, in their order.',
      'left_out -:- Tags are left out (1 question).',
    ]);
  });
});

describe('Aiken', () => {
  it('is read with continued lines, and wrong answers are reported with their lines', async () => {
    const file = await read(sample('aiken.txt'));
    expect(
      file.questions.map(({ question, choices }) => [question, choices.find((each) => each.correct)]),
    ).toEqual([
      ['A. fumigatus grows best at which temperature?', { answer: '37 °C', correct: true }],
      ['The last one?', { answer: 'This', correct: true }],
    ]);
    expect(file.questions[1]).toMatchObject({
      justification: 'See page 3.',
      choices: [{ answer: 'This' }, { answer: 'That\nor the other' }],
    });
    expect(said(file)).toEqual([
      'refused 2:6 Its answer is "D", and there is no such choice.',
      'refused 2:6 It has no right answer.',
      'refused 3:12 Its answer is "A, B"; a question here has exactly one right answer, so it cannot be taken.',
      'refused 4:17 It has no line "ANSWER:" that names the right choice.',
      'refused 4:17 It has no right answer.',
    ]);
  });
});
