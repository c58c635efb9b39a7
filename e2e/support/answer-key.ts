import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Question {
  readonly question: string;
  readonly choices: readonly { answer?: string; correct?: boolean }[];
}

/** The right answers of a book folder, by the text of the question: what a reader who has learnt everything knows. */
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

/** As text is read on the screen: white space folded. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
