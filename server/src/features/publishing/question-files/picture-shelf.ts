import { createHash } from 'node:crypto';
import { findPictureProblem } from '../../../platform/pictures/picture-problem.ts';
import { endOfText, storableText } from '../../../platform/storable-text.ts';
import type { QuestionPicture } from './question-file.ts';

/** The limit of `FilePath` in the manifest. */
const MAX_NAME_LENGTH = 200;
const ODD_IN_NAME = /[\t\n\r\\:*?"<>|]+/g;

/** The pictures of a file: each is checked once, and stored once under a unique name. */
export class PictureShelf {
  readonly #pictures = new Map<string, { bytes: Uint8Array; hash: string }>();
  readonly #problems = new Map<string, string | null>();

  get pictures(): QuestionPicture[] {
    return [...this.#pictures].map(([name, { bytes }]) => ({ name, bytes }));
  }

  /** Returns the picture's name, or what is wrong with the picture. */
  async add(
    wanted: string,
    bytes: Uint8Array,
  ): Promise<{ name: string; problem: null } | { problem: string }> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    let problem = this.#problems.get(hash);
    if (problem === undefined) {
      problem = bytes.length === 0 ? 'is empty' : await findPictureProblem(bytes);
      this.#problems.set(hash, problem);
    }
    if (problem !== null) return { problem };
    const plain = plainPath(wanted);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? plain : plain.replace(/(\.[^./]*)?$/, `-${count}$1`);
      const known = this.#pictures.get(name);
      if (!known) this.#pictures.set(name, { bytes, hash });
      if (!known || known.hash === hash) return { name, problem: null };
    }
  }
}

/** Makes a path inside a folder from any name in the file. */
function plainPath(path: string): string {
  const parts = endOfText(storableText(path), MAX_NAME_LENGTH)
    .replace(ODD_IN_NAME, '-')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/') || 'picture';
}
