import { existsSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { BookUnderCheck } from './checks/book-under-check.ts';
import {
  type FactsOf,
  type FileKind,
  type Look,
  type LookDeps,
  type LookOptions,
  lookAtFile,
} from './checks/look-at-file.ts';
import type { Manifest } from './manifest.ts';
import { QuestionList } from './manifest-questions.ts';
import { formatPath, ImportRefused, type Mistake, type Path } from './mistakes.ts';
import { entriesOf, type LooseManifest, readField, readManifest } from './read-manifest.ts';
import { NotText, readText } from './read-text.ts';
import { YamlSource } from './yaml-source.ts';

const MANIFEST_FILE = 'book.yaml';

/** A book folder that has been read: the manifest with its question files inserted, and the errors found so far. */
export class BookFolder implements BookUnderCheck {
  readonly source = 'folder';
  readonly folder: string;
  readonly manifest: LooseManifest;
  readonly mistakes: Mistake[] = [];
  /** Reported, but no reason to refuse the book. */
  readonly warnings: Mistake[] = [];
  /** The facts of each file, by its name. */
  readonly looks = new Map<string, Map<FileKind, Look>>();
  readonly #source: YamlSource;
  readonly #deps: LookDeps;
  readonly #options: LookOptions;
  readonly #questionFiles: { path: Path; source: YamlSource }[] = [];

  private constructor(deps: LookDeps, folder: string, source: YamlSource, options: LookOptions) {
    this.#deps = deps;
    this.folder = folder;
    this.#source = source;
    this.#options = options;
    this.manifest = readManifest(source.value, (path, text) => this.mistake(path, text));
  }

  /** Throws ImportRefused if there is no readable manifest. */
  static async read(deps: LookDeps, folder: string, options: LookOptions = {}): Promise<BookFolder> {
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
    const book = new BookFolder(deps, realpathSync(folder), source, options);
    await book.#takeInQuestionFiles();
    return book;
  }

  /** Reports an error in this value of the manifest. */
  mistake(path: Path, text: string): void {
    this.mistakes.push({ ...this.#place(path), text });
  }

  warning(path: Path, text: string): void {
    this.warnings.push({ ...this.#place(path), text });
  }

  /** Reports an error inside a file that the manifest names at `path`. */
  mistakeIn(file: string, path: Path, text: string, line: number | null = null): void {
    this.mistakes.push({ file, line, path: '', text: `${text} (named at ${this.#words(path)})` });
  }

  hasMistake(field: string): boolean {
    return this.mistakes.some(({ path }) => path.startsWith(field));
  }

  async look<Kind extends FileKind>(
    kind: Kind,
    path: Path,
    file: string,
    tell?: (text: string) => void,
  ): Promise<FactsOf[Kind] | undefined> {
    const place = this.locate(path, file);
    if (!place) return undefined;
    const look = await lookAtFile(this.#deps, kind, place, this.#options);
    this.looks.set(file, (this.looks.get(file) ?? new Map<FileKind, Look>()).set(kind, look));
    if ('facts' in look) return look.facts;
    for (const { text, line } of look.problems) {
      if (tell) tell(text);
      else this.mistakeIn(file, path, text, line);
    }
    return undefined;
  }

  /** Nothing of a folder is prepared later. */
  waiting(path: Path, text: string): void {
    this.mistake(path, text);
  }

  async countSearched() {
    return null;
  }

  async judgeStudy() {
    return 'stated' as const;
  }

  async filesIn(path: Path, folder: string): Promise<string[] | null> {
    const place = this.locate(path, folder, 'folder');
    if (!place) return null;
    const names = (await readdir(place)).filter((name) => !name.startsWith('.')).sort();
    return names.map((name) => `${folder.replace(/\/+$/, '')}/${name}`);
  }

  /** The file's path on the disk. Null, with an error, if it does not exist or leads out of the folder. */
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

  /** The complete manifest, if it has no errors. */
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

  /** Replaces `questions: questions/quiz-1.yaml` with the list in that file. */
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
    holder.questions =
      readField(QuestionList, source.value ?? [], path, (at, words) => this.mistake(at, words)) ?? [];
  }
}
