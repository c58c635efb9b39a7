import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { ManifestQuestion } from '../manifest-questions.ts';
import { PictureShelf } from './picture-shelf.ts';
import { QuestionEntry } from './question-entry.ts';
import {
  type Finding,
  type QuestionFile,
  QuestionFileRefused,
  type QuestionFormat,
} from './question-file.ts';

/** The maximum of findings for a file: later ones mostly repeat the first. */
const MAX_FINDINGS = 5000;
const MAX_KEY_LENGTH = 60;

export const tooManyQuestions = (): QuestionFileRefused =>
  new QuestionFileRefused(
    `The file has more than ${MAX_QUESTIONS} questions, which is the most that a test can have. Divide it into several files.`,
  );

/** Finds a picture, or returns the reason why not, as in `is not in the package`. */
export type FindPicture = (
  source: string,
) => Promise<{ name: string; bytes: Uint8Array } | { name: string; problem: string } | { named: string }>;

/** The questions of one file while they are read, and their findings. */
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

  /** Adds a finding about the file as a whole. */
  say(kind: Finding['kind'], text: string, line: number | null = null): void {
    this.add({ kind, question: null, title: '', line, text });
  }

  add(finding: Finding): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding);
    else this.omit();
  }

  /** Counts a finding beyond the maximum; only their number is reported. */
  omit(): void {
    this.#omittedCount += 1;
  }

  /**
   * Counts a loss that many questions share, for the current question. It is reported once, with the number of
   * questions.
   */
  leaveOutOfMany(what: string): void {
    const questions = this.#general.get(what) ?? new Set();
    this.#general.set(what, questions.add(this.#count));
  }

  /** False, with a finding, if another question has the key already. */
  claimKey(key: string, entry: QuestionEntry): boolean {
    const other = this.#keys.get(key);
    if (other === undefined) this.#keys.set(key, entry.number);
    else entry.refuse(`It has the key "${key}", as question ${other} already has; give it its own key.`);
    return other === undefined;
  }

  /** `wish`: the text from which a key is made if the question has none. */
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
    // Keys from the file come first: a made key avoids them.
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

/** Made from the ASCII letters and digits of a title. */
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
