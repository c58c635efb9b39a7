import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { ManifestQuestion } from '../manifest.ts';
import { PictureShelf } from './picture-shelf.ts';
import { QuestionEntry } from './question-entry.ts';
import {
  type Finding,
  type QuestionFile,
  QuestionFileRefused,
  type QuestionFormat,
} from './question-file.ts';

/** What a file may have to say: those that follow mostly say the same. */
const MAX_FINDINGS = 5000;
const MAX_KEY_LENGTH = 60;

export const tooManyQuestions = (): QuestionFileRefused =>
  new QuestionFileRefused(
    `The file has more than ${MAX_QUESTIONS} questions, which is the most that a test can have. Divide it into several files.`,
  );

/** Where a picture comes from; the reason, as in `is not in the package`, where it does not. */
export type FindPicture = (
  source: string,
) => Promise<{ name: string; bytes: Uint8Array } | { name: string; problem: string } | { named: string }>;

/** The questions of one file as they are read, and what is to be said of them. */
export class QuestionList {
  readonly shelf = new PictureShelf();
  readonly #format: QuestionFormat;
  readonly #findings: Finding[] = [];
  readonly #general = new Map<string, Set<number>>();
  readonly #taken: { question: ManifestQuestion; wish: string | null; number: number }[] = [];
  readonly #keys = new Map<string, number>();
  #count = 0;
  #omittedCount = 0;

  constructor(format: QuestionFormat) {
    this.#format = format;
  }

  begin(place: { title: string; line: number | null }): QuestionEntry {
    this.#count += 1;
    if (this.#count > MAX_QUESTIONS) throw tooManyQuestions();
    return new QuestionEntry(this, this.#count, place);
  }

  /** About the file as a whole. */
  say(kind: Finding['kind'], text: string, line: number | null = null): void {
    this.add({ kind, question: null, title: '', line, text });
  }

  add(finding: Finding): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding);
    else this.omit();
  }

  /** A finding that nobody would read after all the others: their number is said. */
  omit(): void {
    this.#omittedCount += 1;
  }

  /** What many questions of a file have in common is said once, with their number; of the question that was begun last. */
  leaveOutOfMany(what: string): void {
    const questions = this.#general.get(what) ?? new Set();
    this.#general.set(what, questions.add(this.#count));
  }

  /** False, with a finding, where another question has the key already. */
  claimKey(key: string, entry: QuestionEntry): boolean {
    const other = this.#keys.get(key);
    if (other === undefined) this.#keys.set(key, entry.number);
    else entry.refuse(`It has the key "${key}", as question ${other} already has; give it its own key.`);
    return other === undefined;
  }

  /** `wish`: what a key is made of where the question has none of its own. */
  take(question: ManifestQuestion, wish: string | null, number: number): void {
    this.#taken.push({ question, wish, number });
  }

  result(): QuestionFile {
    const ofFile = (kind: Finding['kind'], text: string): Finding => ({
      ...{ kind, text, question: null },
      ...{ title: '', line: null },
    });
    const general = [...this.#general].map(([what, { size }]) =>
      ofFile('left_out', `${what} (${size === 1 ? '1 question' : `${size} questions`}).`),
    );
    const omitted =
      this.#omittedCount === 0
        ? []
        : [
            ofFile(
              'check',
              `There are ${this.#omittedCount} more findings; correct the first ones and read it again.`,
            ),
          ];
    // Keys that the file gives come first: a made one steps aside.
    const questions = this.#taken.map(({ question, wish, number }) =>
      wish === null ? question : { ...question, key: this.#freeKey(wish, number) },
    );
    if (questions.length === 0 && this.#findings.length === 0)
      this.say('refused', 'There is no question in the file.');
    return {
      format: this.#format,
      questions,
      pictures: this.shelf.pictures,
      findings: [...this.#findings, ...general, ...omitted],
    };
  }

  #freeKey(wish: string, number: number): string {
    const slug = slugOf(wish) || `question-${number}`;
    let key = slug;
    for (let count = 2; this.#keys.has(key); count += 1) key = `${slug}-${count}`;
    this.#keys.set(key, number);
    return key;
  }
}

/** Made of the letters and digits of ASCII that a title has. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/-$/, '');

export const isKey = (text: string): boolean => ManifestQuestion.shape.key.safeParse(text).success;
