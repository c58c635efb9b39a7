import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Question {
  readonly question: string;
  readonly choices: readonly { answer?: string; correct?: boolean }[];
}

/** The right answers of a book folder, by the text of the question. */
export function answerKey(folder: string): Map<string, string> {
  const manifest = parse(readFileSync(join(folder, 'book.yaml'), 'utf8'));
  const key = new Map<string, string>();
  const papers = [...(manifest.quizzes ?? []), ...(manifest.tests ?? []), manifest.final_test].filter(
    Boolean,
  );
  for (const { questions } of papers) {
    const list: Question[] =
      typeof questions === 'string' ? parse(readFileSync(join(folder, questions), 'utf8')) : questions;
    for (const { question, choices } of list) {
      const right = choices.find(({ correct }) => correct);
      key.set(plain(question), plain(right?.answer ?? ''));
    }
  }
  return key;
}

/** Text as on the screen: with collapsed white space. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
