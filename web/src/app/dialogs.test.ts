import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
/** Confirm and ConfirmDialog name their closing button and return the focus themselves. */
const DIALOG = /<(Modal|Drawer|ConfirmDialog|ConfirmPerson|Confirm)(?=\s)/g;

interface Dialog {
  readonly file: string;
  readonly element: string;
  /** The text between the element's name and its end. */
  readonly attributes: string;
  readonly source: string;
}

/** Up to the `>` that is in no braces. */
function attributesFrom(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    else if (source[at] === '}') depth -= 1;
    else if (source[at] === '>' && depth === 0) return source.slice(start, at);
  }
  throw new Error('an element without an end');
}

const dialogs: Dialog[] = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .flatMap((file) => {
    const source = readFileSync(join(WEB, file), 'utf8');
    return [...source.matchAll(DIALOG)].map((match) => ({
      ...{ file, element: match[1] as string, source },
      attributes: attributesFrom(source, match.index + match[0].length),
    }));
  });
const frames = dialogs.filter(({ element }) => element === 'Modal' || element === 'Drawer');
const filesOf = (some: readonly Dialog[]) => some.map(({ file, element }) => `${file}: ${element}`);

describe('every dialog of the product', () => {
  it('is found', () => {
    expect(frames.length).toBeGreaterThan(20);
  });

  it('has a title, by which screen readers name it', () => {
    expect(filesOf(dialogs.filter(({ attributes }) => !/\btitle=(?!"\s*")/.test(attributes)))).toEqual([]);
  });

  it('names the button that closes it', () => {
    const unnamed = frames.filter(({ attributes }) => !/closeButtonProps=\{\{ 'aria-label'/.test(attributes));
    expect(filesOf(unnamed)).toEqual([]);
  });

  it('that is there only while it is open gives the focus back by itself', () => {
    // Mantine's own return needs a dialog that stays and closes.
    const mounted = frames.filter(({ attributes }) => /\bopened(?=[\s/]|$)/.test(attributes));
    const losing = mounted.filter(
      ({ attributes, source }) =>
        !source.includes('useReturnsFocus()') && !attributes.includes('returnFocus={false}'),
    );
    expect(filesOf(losing)).toEqual([]);
  });

  it('closes with Escape', () => {
    // The codes of a second factor are shown once; a question above a dialog closes first.
    const kept = frames.filter(({ attributes }) => attributes.includes('closeOnEscape={false}'));
    expect(filesOf(kept)).toEqual([]);
  });
});
