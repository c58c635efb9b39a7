import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { explainIssue } from './explain-issue.ts';
import { Manifest, QuestionList } from './manifest.ts';
import { formatPath, ImportRefused, type Mistake, type Path } from './mistakes.ts';
import { NotText, readText } from './read-text.ts';
import { YamlSource } from './yaml-source.ts';

const MANIFEST_FILE = 'book.yaml';

/** Parts that did not fit the schema are missing, entries of lists are holes: what is there can still be checked. */
export type LooseManifest = { readonly [Field in keyof Manifest]?: Manifest[Field] | undefined };

/** A book folder as read: the manifest with its question files taken in, and what was found wrong so far. */
export class BookFolder {
  readonly folder: string;
  readonly manifest: LooseManifest;
  readonly mistakes: Mistake[] = [];
  /** Told, but no reason to refuse. */
  readonly warnings: Mistake[] = [];
  readonly #source: YamlSource;
  readonly #questionFiles: { path: Path; source: YamlSource }[] = [];

  private constructor(folder: string, source: YamlSource) {
    this.folder = folder;
    this.#source = source;
    this.manifest = this.#parse(source.value);
  }

  /** Throws ImportRefused when there is no manifest to speak of. */
  static async read(folder: string): Promise<BookFolder> {
    const refuse = (text: string) => new ImportRefused([{ file: MANIFEST_FILE, line: null, path: '', text }]);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new ImportRefused([
        { file: folder, line: null, path: '', text: 'is not a folder; name the folder that holds book.yaml' },
      ]);
    }
    const text = await readText(join(folder, MANIFEST_FILE)).catch((error: unknown) => {
      if (error instanceof NotText)
        throw new ImportRefused([{ file: MANIFEST_FILE, line: error.line, path: '', text: error.message }]);
      throw refuse('is missing; a book folder begins with it (docs/book-folder.md)');
    });
    const source = new YamlSource(MANIFEST_FILE, text);
    if (source.syntaxMistakes.length > 0) throw new ImportRefused(source.syntaxMistakes);
    if (source.value === null || typeof source.value !== 'object' || Array.isArray(source.value)) {
      throw refuse('does not hold fields; it begins with "slug: ..." (docs/book-folder.md)');
    }
    const book = new BookFolder(realpathSync(folder), source);
    await book.#takeInQuestionFiles();
    return book;
  }

  /** Something is wrong with this value of the manifest. */
  mistake(path: Path, text: string): void {
    this.mistakes.push({ ...this.#place(path), text });
  }

  warning(path: Path, text: string): void {
    this.warnings.push({ ...this.#place(path), text });
  }

  /** Something is wrong inside a file that the manifest names at `path`. */
  mistakeIn(file: string, path: Path, text: string, line: number | null = null): void {
    this.mistakes.push({ file, line, path: '', text: `${text} (named at ${this.#words(path)})` });
  }

  /** The file's place on the disk, or null with a mistake when it is not there or leads out of the folder. */
  locate(path: Path, file: string, kind: 'file' | 'folder' = 'file'): string | null {
    const place = join(this.folder, file);
    if (!existsSync(place)) {
      this.mistake(path, `names "${file}", which is not in the folder; add it or correct the name`);
      return null;
    }
    const real = realpathSync(place);
    if (real !== this.folder && !real.startsWith(this.folder + sep)) {
      this.mistake(path, `names "${file}", a link that leads out of the folder; put the file itself there`);
      return null;
    }
    const stat = statSync(real);
    if (kind === 'folder' ? !stat.isDirectory() : !stat.isFile()) {
      this.mistake(path, `names "${file}", which is not a ${kind}`);
      return null;
    }
    return real;
  }

  /** The whole manifest, when nothing was wrong. */
  complete(): Manifest {
    if (this.mistakes.length > 0) throw new ImportRefused(this.mistakes);
    return this.manifest as Manifest;
  }

  #place(path: Path): { file: string; line: number | null; path: string } {
    for (const { path: prefix, source } of this.#questionFiles) {
      if (prefix.every((part, index) => path[index] === part)) {
        const rest = path.slice(prefix.length);
        return { file: source.file, line: source.lineOf(rest), path: formatPath(rest) };
      }
    }
    return { file: this.#source.file, line: this.#source.lineOf(path), path: formatPath(path) };
  }

  #words(path: Path): string {
    const place = this.#place(path);
    return `${place.file}${place.line === null ? '' : `:${place.line}`} ${place.path}`;
  }

  /** Field by field, so that one wrong date does not hide twenty wrong questions. */
  #parse(value: unknown): LooseManifest {
    const given = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (const [field, schema] of Object.entries(Manifest.shape)) {
      result[field] = this.#parseField(schema, given[field], [field]);
    }
    const unknown = z.strictObject(Manifest.shape).safeParse(given, { reportInput: true });
    for (const issue of unknown.error?.issues ?? []) {
      if (issue.code === 'unrecognized_keys' && issue.path.length === 0) this.#explain(issue, []);
    }
    return result as LooseManifest;
  }

  #parseField(schema: z.ZodType, value: unknown, path: Path): unknown {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) this.#explain(issue, path);
    if (!Array.isArray(value)) return undefined;
    const inner = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
    if (!(inner instanceof z.ZodArray)) return undefined;
    return value.map((each) => (inner.element as z.ZodType).safeParse(each).data);
  }

  #explain(issue: z.core.$ZodIssue, base: Path): void {
    for (const { path, text } of explainIssue(issue, base)) this.mistake(path, text);
  }

  /** `questions: questions/quiz-1.yaml` becomes the list that the file holds. */
  async #takeInQuestionFiles(): Promise<void> {
    const { quizzes, tests, final_test } = this.manifest;
    for (const [index, quiz] of entriesOf(quizzes)) await this.#takeIn(quiz, ['quizzes', index, 'questions']);
    for (const [index, test] of entriesOf(tests)) await this.#takeIn(test, ['tests', index, 'questions']);
    if (final_test) await this.#takeIn(final_test, ['final_test', 'questions']);
  }

  async #takeIn(holder: { questions: unknown }, path: Path): Promise<void> {
    if (typeof holder.questions !== 'string') return;
    const file = holder.questions;
    holder.questions = [];
    const place = this.locate(path, file);
    if (!place) return;
    const text = await readText(place).catch((error: unknown) => {
      if (!(error instanceof NotText)) throw error;
      this.mistakes.push({ file, line: error.line, path: '', text: error.message });
      return null;
    });
    if (text === null) return;
    const source = new YamlSource(file, text);
    if (source.syntaxMistakes.length > 0) {
      this.mistakes.push(...source.syntaxMistakes);
      return;
    }
    this.#questionFiles.push({ path, source });
    holder.questions = this.#parseField(QuestionList, source.value ?? [], path) ?? [];
  }
}

/** The entries that are there, with their places in the list. */
export function* entriesOf<Item>(list: readonly Item[] | undefined): Generator<[number, NonNullable<Item>]> {
  for (const [index, item] of (list ?? []).entries()) {
    if (item !== undefined && item !== null) yield [index, item];
  }
}
