import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { htmlText } from './html-text.ts';
import { decodePath, embeddedPicture } from './picture-address.ts';
import { plainLines, type RichText, richText, shorten } from './plain-text.ts';
import type { QuestionEntry } from './question-entry.ts';
import type { QuestionFile } from './question-file.ts';
import { type FindPicture, QuestionList, tooManyQuestions } from './question-list.ts';
import { XML_LIMITS } from './xml-limits.ts';
import { childNamed, childrenNamed, descendantsOf, parseTree, textOf, type XmlElement } from './xml-tree.ts';

const KINDS: Readonly<Record<string, string>> = {
  shortanswer: 'asks for a text to be typed',
  numerical: 'asks for a number to be typed',
  essay: 'asks for an essay',
  matching: 'asks to match things',
  cloze: 'has several gaps to fill (Cloze)',
  multianswer: 'has several gaps to fill (Cloze)',
  description: 'is a text without answers',
  ddwtos: 'asks to drag words into a text',
  ddmarker: 'asks to drag marks onto a picture',
  ddimageortext: 'asks to drag things onto a picture',
  gapselect: 'has several gaps to fill',
  ordering: 'asks to put things in order',
  calculated: 'is calculated anew for each reader',
  calculatedsimple: 'is calculated anew for each reader',
  calculatedmulti: 'is calculated anew for each reader',
  random: 'is drawn from a category',
  randomsamatch: 'asks to match things',
};
const UNPLACED: Readonly<Record<string, string>> = {
  hint: 'Hints are left out',
  tags: 'Tags are left out',
  correctfeedback: 'General feedback for right and wrong answers is left out',
  partiallycorrectfeedback: 'General feedback for right and wrong answers is left out',
  incorrectfeedback: 'General feedback for right and wrong answers is left out',
};

/** Reads "Moodle XML format", from version 1.9 on. */
export async function readMoodleXml(xml: string): Promise<QuestionFile> {
  const list = new QuestionList('Moodle XML');
  let count = 0;
  const root = await parseTree(xml, XML_LIMITS, ({ name, attributes }, depth) => {
    if (depth !== 2 || name !== 'question' || attributes.type === 'category') return;
    count += 1;
    if (count > MAX_QUESTIONS) throw tooManyQuestions();
  });
  const questions = childrenNamed(root, 'question');
  const categories = questions.filter(({ attributes }) => attributes.type === 'category').length;
  if (categories > 0)
    list.say(
      'left_out',
      `The categories are left out (${categories}): the questions are taken as one list, in their order.`,
    );
  for (const question of questions)
    if (question.attributes.type !== 'category') await readQuestion(list, question);
  return list.result();
}

async function readQuestion(list: QuestionList, question: XmlElement): Promise<void> {
  const name = valueIn(question, 'name').trim();
  const title =
    name ||
    valueIn(question, 'questiontext')
      .slice(0, 1000)
      .replace(/<[^>]*>/g, ' ');
  const entry = list.begin({ title, line: question.line });
  const content = await readText(list, question, 'questiontext');
  const { type = '' } = question.attributes;
  const isBoolean = type === 'truefalse';
  if (type !== 'multichoice' && !isBoolean) {
    const kind = KINDS[type] ?? `is of the kind "${type}"`;
    entry.refuse(`It ${kind}, and only single choice can be taken.`);
    return;
  }
  if (!isBoolean && ['false', '0'].includes(valueIn(question, 'single').trim()))
    entry.refuse('It allows several answers at once; a question here has exactly one right answer.');
  tellUnplaced(list, entry, question);
  const answers = childrenNamed(question, 'answer');
  const choices = [];
  for (const answer of answers) {
    const fraction = Number(answer.attributes.fraction ?? 0);
    const text = await readText(list, answer, null, question.attributes.format);
    if (fraction !== 0 && fraction < 100 && !isBoolean)
      entry.leaveOut(
        `The choice "${shorten(text.text)}" earns ${fraction} percent; here a choice is right or wrong, and this one is taken as wrong.`,
      );
    choices.push({
      content: isBoolean ? richText(/^true$/i.test(text.text) ? 'True' : 'False') : text,
      isCorrect: fraction === 100,
      feedback: await readText(list, answer, 'feedback'),
    });
  }
  const shuffles = valueIn(question, 'shuffleanswers').trim();
  await entry.finish(
    {
      key: null,
      name: valueIn(question, 'idnumber').trim() || name,
      content,
      choices,
      justification: await readText(list, question, 'generalfeedback'),
      ...(!isBoolean && ['0', 'false'].includes(shuffles) && { keepOrder: true }),
    },
    pictureFinder(question),
  );
}

function tellUnplaced(list: QuestionList, entry: QuestionEntry, question: XmlElement): void {
  const grade = Number(valueIn(question, 'defaultgrade') || 1);
  if (grade !== 1) entry.leaveOut(`It counts ${grade} points; here every question counts the same.`);
  if (Number(valueIn(question, 'penalty') || 0) > 0)
    list.leaveOutOfMany('Penalties for wrong tries are left out');
  if (valueIn(question, 'hidden').trim() === '1')
    entry.check('Moodle hides it, because it was deleted or replaced; see whether it is wanted.');
  const unplaced = Object.entries(UNPLACED).filter(([name]) =>
    childrenNamed(question, name).some((element) => textOf(element).trim() !== ''),
  );
  for (const what of new Set(unplaced.map(([, text]) => text))) list.leaveOutOfMany(what);
}

/** `name` null = the text is in the element itself. */
async function readText(
  list: QuestionList,
  parent: XmlElement,
  name: string | null,
  inherited = 'html',
): Promise<RichText> {
  const element = name === null ? parent : childNamed(parent, name);
  if (!element) return richText('');
  const inner = childNamed(element, 'text');
  const text = textOf(inner ?? element);
  const format = element.attributes.format ?? inherited;
  if (format === 'markdown' && /[*_`#[\]]/.test(text))
    list.leaveOutOfMany('The signs of Markdown stay in the text as they are written');
  return format === 'plain_text' || format === 'markdown' ? plainLines(text) : htmlText(text);
}

const valueIn = (question: XmlElement, name: string): string => {
  const element = childNamed(question, name);
  return element ? textOf(childNamed(element, 'text') ?? element) : '';
};

/** Finds files that are embedded in the question as base64, beside the text that refers to them by `@@PLUGINFILE@@`. */
function pictureFinder(question: XmlElement): FindPicture {
  const files = [...descendantsOf(question)].filter(({ name }) => name === 'file');
  return async (source) => {
    const embedded = embeddedPicture(source);
    if (embedded) return embedded;
    const path = decodePath(source.replace(/^@@PLUGINFILE@@/, '').replace(/\?.*$/, ''));
    const name = path.replace(/^\/+/, '');
    if (!source.startsWith('@@PLUGINFILE@@')) return { name: source, problem: 'is not part of the file' };
    const file = files.find(
      ({ attributes }) => `${attributes.path ?? '/'}${attributes.name ?? ''}`.replace(/^\/+/, '') === name,
    );
    if (!file) return { name, problem: 'is not part of the file' };
    return { name, bytes: Buffer.from(textOf(file), 'base64') };
  };
}
