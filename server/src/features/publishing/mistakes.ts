/** An error that the publisher has to correct: where it is, what is wrong, and what would be right. */
export interface Mistake {
  /** Path inside the book folder, with forward slashes. */
  readonly file: string;
  readonly line: number | null;
  /** The path in the manifest, as in `tests[0].questions[3].choices`; '' for the whole file. */
  readonly path: string;
  readonly text: string;
}

/** `book.yaml:41  tests[0].questions[3].choices: has no right answer; mark exactly one with "correct: true"` */
export function formatMistake({ file, line, path, text }: Mistake): string {
  const place = line === null ? file : `${file}:${line}`;
  return path === '' ? `${place}  ${text}` : `${place}  ${path}: ${text}`;
}

export type Path = readonly (string | number)[];

export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** The maximum of errors shown per file; more mostly have one cause. */
const MAX_SHOWN = 50;

function linesOf(mistakes: readonly Mistake[]): string[] {
  const counts = new Map<string, number>();
  const lines: string[] = [];
  for (const mistake of mistakes) {
    const count = (counts.get(mistake.file) ?? 0) + 1;
    counts.set(mistake.file, count);
    if (count <= MAX_SHOWN) lines.push(`  ${formatMistake(mistake)}`);
  }
  for (const [file, count] of counts)
    if (count > MAX_SHOWN) lines.push(`  ${file}  has ${count - MAX_SHOWN} more mistakes`);
  return lines;
}

/** The folder cannot be published; nothing was stored. */
export class ImportRefused extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
    super(`The book folder has ${count}:\n${linesOf(mistakes).join('\n')}`);
    this.name = 'ImportRefused';
    this.mistakes = mistakes;
  }
}
