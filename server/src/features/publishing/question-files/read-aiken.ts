import { plainLines, shorten } from './plain-text.ts';
import type { QuestionFile } from './question-file.ts';
import { QuestionList } from './question-list.ts';

const CHOICE = /^\s{0,20}([A-Za-z])[.)]\s+(\S.*)$/;
const ANSWER = /^\s{0,20}ANSWER\s{0,5}:\s{0,20}(.*)$/i;
const FEEDBACK = /^\s{0,20}FEEDBACK\s{0,5}:\s{0,20}(.*)$/i;

/** Whether the file has lines that begin with `ANSWER:`. */
export const isAiken = (text: string): boolean => /^\s{0,20}ANSWER\s{0,5}:/im.test(text);

interface Block {
  line: number;
  question: string[];
  choices: { letter: string; text: string[] }[];
  answer: string | null;
  feedback: string[];
}

/** Reads Aiken: a question on its own line, choices `A.` or `A)`, `ANSWER: B`; texts may continue on further lines. */
export async function readAiken(text: string): Promise<QuestionFile> {
  const list = new QuestionList('Aiken');
  for (const block of blocksOf(text)) await readBlock(list, block);
  return list.result();
}

function* blocksOf(text: string): Generator<Block> {
  const begin = (line: number): Block => ({ line, question: [], choices: [], answer: null, feedback: [] });
  let block = begin(1);
  let isAfterBlank = true;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const feedback = FEEDBACK.exec(line);
    const isNew = block.answer !== null ? !feedback : isAfterBlank && block.choices.length > 0;
    const choice = CHOICE.exec(line);
    const answer = ANSWER.exec(line);
    // Choices may continue after a blank line.
    if (isNew && (block.answer !== null || (!choice && !answer))) {
      yield block;
      block = begin(index + 1);
    }
    if (block.question.length === 0 && block.choices.length === 0) block.line = index + 1;
    if (answer && block.answer === null) block.answer = (answer[1] ?? '').trim();
    else if (feedback && block.answer !== null) block.feedback.push((feedback[1] ?? '').trim());
    // "A. fumigatus grows ..." is a question if no question has begun.
    else if (choice && block.question.length > 0)
      block.choices.push({ letter: (choice[1] ?? '').toUpperCase(), text: [(choice[2] ?? '').trim()] });
    else (block.choices.at(-1)?.text ?? block.question).push(line.trim());
    isAfterBlank = false;
  }
  if (block.question.length > 0 || block.choices.length > 0 || block.answer !== null) yield block;
}

async function readBlock(list: QuestionList, block: Block): Promise<void> {
  const entry = list.begin({ title: block.question[0] ?? '', line: block.line });
  const letters = (block.answer ?? '').toUpperCase().match(/[A-Z]+/g) ?? [];
  const known = block.choices.map(({ letter }) => letter);
  if (block.answer === null) entry.refuse('It has no line "ANSWER:" that names the right choice.');
  else if (letters.length > 1)
    entry.refuse(
      `Its answer is "${shorten(block.answer)}"; a question here has exactly one right answer, so it cannot be taken.`,
    );
  else if (!known.includes(letters[0] ?? ''))
    entry.refuse(`Its answer is "${shorten(block.answer)}", and there is no such choice.`);
  const repeated = known.find((letter, index) => known.indexOf(letter) !== index);
  if (repeated) entry.refuse(`It has two choices ${repeated}.`);
  await entry.finish(
    {
      key: null,
      content: plainLines(block.question.join('\n')),
      choices: block.choices.map(({ letter, text }) => ({
        content: plainLines(text.join('\n')),
        isCorrect: letter === letters[0],
      })),
      justification: block.feedback.length > 0 ? plainLines(block.feedback.join('\n')) : null,
    },
    async (name) => ({ named: name }),
  );
}
