import type { Annotation } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { createContext, type ReactNode, use } from 'react';
import classes from './flow.module.css';
import marks from './flow-marks.module.css';
import type { FlowMarks, WordMark } from './flow-marks.ts';
import { numbersIn } from './word-boxes.ts';

/** What the words of a page need, wherever they are in its blocks. */
interface PageWords {
  readonly text: PageText;
  readonly marks: FlowMarks;
  label(annotation: Annotation): string;
  onOpen(annotation: Annotation): void;
  onHitShown(passage: HTMLElement): void;
}
export const PageWordsContext = createContext<PageWords | null>(null);

/** Words of a page, each with its number; marked ones together. `skip` leaves out the first words: a bullet. */
export function FlowWords({ pairs, skip = 0 }: { pairs: readonly number[]; skip?: number }) {
  const page = use(PageWordsContext);
  if (!page) return null;
  const words = numbersIn(pairs).slice(skip);
  const parts: ReactNode[] = [];
  for (let index = 0; index < words.length; ) {
    const first = words[index]!;
    const mark = page.marks.at.get(first);
    const run: ReactNode[] = [];
    let last = first;
    do {
      last = words[index]!;
      run.push(<Word key={last} page={page} index={last} />);
      index += 1;
    } while (
      index < words.length &&
      !page.marks.endsAt.has(last) &&
      isSame(page.marks.at.get(words[index]!), mark)
    );
    parts.push(
      mark ? (
        <Marked key={`run ${first}`} mark={mark} page={page}>
          {run}
        </Marked>
      ) : (
        run
      ),
    );
    for (const annotation of page.marks.endsAt.get(last) ?? [])
      parts.push(<NoteButton key={annotation.id} annotation={annotation} page={page} />);
  }
  return parts;
}

const isSame = (a: WordMark | undefined, b: WordMark | undefined): boolean =>
  a?.highlight?.id === b?.highlight?.id && a?.hit === b?.hit && a?.isCaret === b?.isCaret;

function Word({ page, index }: { page: PageWords; index: number }) {
  const [, , , , letters, joint] = page.text.words[index]!;
  const part = page.marks.parts.get(index);
  const space = joint === 2 ? '' : ' ';
  if (!part) return <span data-word={index}>{`${letters}${space}`}</span>;
  const { from, to, highlight } = part;
  return (
    <span data-word={index}>
      {letters.slice(0, from)}
      <mark className={marks.mark} data-color={highlight.color} data-highlight={highlight.id}>
        {letters.slice(from, to)}
      </mark>
      {`${letters.slice(to)}${space}`}
    </span>
  );
}

function Marked({ mark, page, children }: { mark: WordMark; page: PageWords; children: ReactNode }) {
  const isCurrent = mark.hit === 'current';
  return (
    <mark
      ref={isCurrent ? (element) => void (element && page.onHitShown(element)) : undefined}
      tabIndex={isCurrent ? -1 : undefined}
      className={marks.mark}
      data-color={mark.highlight?.color}
      data-highlight={mark.highlight?.id}
      data-hit={mark.hit ?? undefined}
      data-passage={isCurrent || undefined}
      data-caret={mark.isCaret || undefined}
    >
      {children}
    </mark>
  );
}

export function NoteButton({
  annotation,
  page,
}: {
  annotation: Annotation;
  page: Pick<PageWords, 'label' | 'onOpen'>;
}) {
  return (
    <button
      type="button"
      data-whole={annotation.note.text ? true : undefined}
      className={annotation.note.text ? classes.note : classes.highlightButton}
      data-color={annotation.color}
      aria-label={page.label(annotation)}
      onClick={() => page.onOpen(annotation)}
    />
  );
}
