import { type GIFTQuestion, SyntaxError as GiftSyntaxError, parse, type TextFormat } from 'gift-pegjs';
import { htmlText } from './html-text.ts';
import { plainLines, type RichText, richText, shorten } from './plain-text.ts';
import type { QuestionEntry } from './question-entry.ts';
import type { QuestionFile } from './question-file.ts';
import { QuestionList } from './question-list.ts';

/** The parser tries alternatives at each character and backtracks, so blocks are limited. */
const MAX_BLOCK_LENGTH = 20_000;
const HTML_TAG =
  /<\/?(?:p|br|b|i|u|em|strong|sub|sup|img|ul|ol|li|table|div|span|a)\b[^<>]{0,2000}>|&(?:[a-z]{2,8}|#\d{2,6});/i;

/** Whether the text has answers in braces that begin like those of GIFT. */
export const isGift = (text: string): boolean =>
  /^\s{0,20}::/m.test(text) || /(?<!\\)\{\s{0,200}(?:[=~#}]|T(?:RUE)?\s*[#}]|F(?:ALSE)?\s*[#}])/.test(text);

interface Block {
  readonly line: number;
  readonly text: string;
  /** The id in a comment, as Moodle writes it. */
  readonly id: string | null;
  readonly hasTags: boolean;
}

export async function readGift(text: string): Promise<QuestionFile> {
  const list = new QuestionList('GIFT');
  for (const block of blocksOf(list, text)) await readBlock(list, block);
  return list.result();
}

/** Blank lines separate questions; comments and categories are on their own lines. */
function* blocksOf(list: QuestionList, text: string): Generator<Block> {
  let lines: string[] = [];
  let start = 1;
  let id: string | null = null;
  let hasTags = false;
  let categories = 0;
  for (const [index, line] of [...text.split(/\r\n|\n|\r/), ''].entries()) {
    if (line.trim() === '') {
      if (lines.length === 0) continue;
      yield { line: start, text: lines.join('\n'), id, hasTags };
      id = null;
      hasTags = false;
      lines = [];
    } else if (/^\s*\/\//.test(line)) {
      id = /\[id:([^\]]{1,100})\]/.exec(line)?.[1] ?? id;
      hasTags ||= line.includes('[tag:');
    } else if (/^\s*\$CATEGORY:/i.test(line)) categories += 1;
    else {
      if (lines.length === 0) start = index + 1;
      lines.push(line);
    }
  }
  if (categories > 0)
    list.say(
      'left_out',
      `The categories are left out (${categories}): the questions are taken as one list, in their order.`,
    );
}

async function readBlock(list: QuestionList, { line, text, id, hasTags }: Block): Promise<void> {
  const named = /^\s*::(.*?)(?<!\\)::/s.exec(text.slice(0, 1000))?.[1] ?? null;
  const title = (named ?? text).replace(/\\(?=[~=#{}:])/g, '');
  const entry = list.begin({ title: title.replace(/\{.*$/s, '') || title, line });
  if (hasTags) list.leaveOutOfMany('Tags are left out');
  if (text.length > MAX_BLOCK_LENGTH) {
    entry.refuse(`It has ${text.length} characters without a blank line, which is more than a question has.`);
    return;
  }
  const question = parseBlock(entry, text);
  if (question) await readQuestion(list, entry, question, id ?? named);
}

function parseBlock(entry: QuestionEntry, text: string): GIFTQuestion | null {
  const attempts = [text, escapeLoose(text)];
  for (const [index, attempt] of attempts.entries()) {
    try {
      const [question] = parse(`${attempt}\n\n`);
      if (!question) break;
      return question;
    } catch (error) {
      if (!(error instanceof GiftSyntaxError)) throw error;
      if (index < attempts.length - 1) continue;
      const at = `line ${error.location.start.line} of the question, character ${error.location.start.column}`;
      entry.refuse(`It is not written as GIFT at ${at}.`);
      return null;
    }
  }
  entry.refuse('It is not written as GIFT.');
  return null;
}

/** Escapes what Moodle accepts without a backslash: a colon, and before the answers every special character. */
function escapeLoose(text: string): string {
  const title = /^\s*::.*?(?<!\\)::/s.exec(text)?.[0] ?? '';
  const rest = text.slice(title.length);
  const brace = /(?<!\\)\{/.exec(rest)?.index ?? rest.length;
  const escaped = (part: string, signs: RegExp) => part.replace(signs, (sign) => `\\${sign}`);
  return title + escaped(rest.slice(0, brace), /(?<!\\)[:=~#]/g) + escaped(rest.slice(brace), /(?<!\\):/g);
}

const KINDS: Readonly<Record<string, string>> = {
  Description: 'is a text without answers',
  Category: 'is a category',
  Essay: 'asks for an essay',
  Short: 'asks for a text to be typed',
  Numerical: 'asks for a number to be typed',
  Matching: 'asks to match things',
};

async function readQuestion(
  list: QuestionList,
  entry: QuestionEntry,
  question: GIFTQuestion,
  name: string | null,
): Promise<void> {
  if (question.type !== 'MC' && question.type !== 'TF') {
    entry.refuse(`It ${KINDS[question.type] ?? 'is of another kind'}, and only single choice can be taken.`);
    return;
  }
  const { stem } = question;
  const read = (text: TextFormat | null | undefined) => (text ? readText(list, text) : null);
  const content = (await read(stem)) ?? richText('');
  const justification = (await read(question.globalFeedback)) ?? null;
  const draft = { key: null, name, content, justification };
  const entryPictures = async (name: string) => ({ name, problem: 'is not part of a GIFT file' });
  if (question.type === 'TF') {
    // The first feedback belongs to the wrong answer.
    const [wrong, right] = [await read(question.trueFeedback), await read(question.falseFeedback)];
    const choices = [true, false].map((value) => ({
      content: richText(value ? 'True' : 'False'),
      isCorrect: value === question.isTrue,
      feedback: value === question.isTrue ? right : wrong,
    }));
    await entry.finish({ ...draft, choices }, entryPictures);
    return;
  }
  const choices = [];
  for (const { isCorrect, weight, text, feedback } of question.choices) {
    const isRight = weight === null ? isCorrect : weight === 100;
    if (weight !== null && weight !== 100 && weight !== 0)
      entry.leaveOut(
        `The choice "${shorten(text.text)}" earns ${weight} percent; here a choice is right or wrong, and this one is taken as wrong.`,
      );
    choices.push({ content: await readText(list, text), isCorrect: isRight, feedback: await read(feedback) });
  }
  const partial = question.choices.filter(({ weight }) => (weight ?? 0) > 0).length;
  if (partial > 1 && !choices.some(({ isCorrect }) => isCorrect))
    entry.refuse('It asks for several answers at once; a question here has exactly one right answer.');
  else await entry.finish({ ...draft, choices }, entryPictures);
}

async function readText(list: QuestionList, { format, text }: TextFormat): Promise<RichText> {
  if (format === 'markdown' && /[*_`#[\]]/.test(text))
    list.leaveOutOfMany('The signs of Markdown stay in the text as they are written');
  const isHtml = format === 'html' || (format !== 'plain' && HTML_TAG.test(text));
  return isHtml ? htmlText(text) : plainLines(text);
}
