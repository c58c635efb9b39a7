import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { explainYaml } from './explain-yaml.ts';
import type { Mistake, Path } from './mistakes.ts';

/** A YAML file that remembers on which line each of its values stands. */
export class YamlSource {
  readonly file: string;
  readonly value: unknown;
  readonly syntaxMistakes: readonly Mistake[];
  readonly #document: Document;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: true });
    const mistakes: Mistake[] = explainYaml(this.#document, text, this.#lines).map((problem) => ({
      file,
      path: '',
      ...problem,
    }));
    // A few aliases are a convenience; a thousand of them are an attack on memory.
    const value = mistakes.length > 0 ? null : (this.#document.toJS({ maxAliasCount: 100 }) as unknown);
    for (const offset of unstorableTexts(this.#document)) {
      const words = 'holds a NUL character or half of a character; remove it';
      mistakes.push({ file, line: this.#lines.linePos(offset).line, path: '', text: words });
    }
    this.syntaxMistakes = mistakes;
    this.value = mistakes.length > 0 ? null : value;
  }

  /** The line of the value's key, or of the nearest thing around it that exists. */
  lineOf(path: Path): number | null {
    let node: unknown = this.#document.contents;
    let start = startOf(node);
    for (const part of path) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === String(part),
        );
        if (!pair) break;
        start = startOf(pair.key) ?? start;
        node = pair.value;
      } else if (isSeq(node) && typeof part === 'number') {
        const item = node.items[part];
        if (item === undefined) break;
        start = startOf(item) ?? start;
        node = item;
      } else break;
    }
    return start === null ? null : this.#lines.linePos(start).line;
  }
}

/** Where texts begin that no database keeps: with NUL, or surrogates without their other half. */
function unstorableTexts(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Scalar: (_key, { value, range }) => {
      if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value)))
        offsets.push(range?.[0] ?? 0);
    },
  });
  return offsets;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? ((node as Node).range?.[0] ?? null) : null;
}
