import type { Annotation } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { type ReactNode, useCallback } from 'react';
import type { Annotations } from './notes/use-annotations.ts';
import { useHighlightLabel } from './notes/use-highlight-label.ts';
import type { WordCaret } from './notes/word-caret.ts';
import { CaretMark, HighlightLayer } from './page-marks.tsx';
import { SearchMarks } from './search/search-marks.tsx';
import type { BookSearch } from './search/use-book-search.ts';

/** The layers between a page's image and its words: highlights, and the hits of a search. */
export function usePageLayers(
  { onPage }: Annotations,
  { terms, hits, current }: BookSearch,
  onOpen: (annotation: Annotation) => void,
  caret: WordCaret | null,
): (page: number, text: PageText | null) => ReactNode {
  const label = useHighlightLabel();
  const currentHit = current >= 0 ? hits[current] : undefined;
  return useCallback(
    (number: number, text: PageText | null) => (
      <>
        <HighlightLayer annotations={onPage(number)} label={label} onOpen={onOpen} />
        {text && caret?.page === number && <CaretAt text={text} word={caret.word} />}
        {text && terms.length > 0 && (
          <SearchMarks
            text={text}
            terms={terms}
            current={currentHit?.page === number ? currentHit.index : null}
          />
        )}
      </>
    ),
    [onPage, terms, currentHit, onOpen, caret, label],
  );
}

function CaretAt({ text, word }: { text: PageText; word: number }) {
  const box = text.words[word];
  if (!box) return null;
  const [x, y, width, height] = box;
  return <CaretMark rect={{ x, y, width, height }} />;
}
