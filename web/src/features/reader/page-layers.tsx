import type { Annotation } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { type ReactNode, useCallback } from 'react';
import type { Annotations } from './notes/use-annotations.ts';
import { useHighlightLabel } from './notes/use-highlight-label.ts';
import type { WordCaret } from './notes/word-caret.ts';
import { CaretMark, HighlightLayer } from './page-marks.tsx';
import { SearchMarks } from './search/search-marks.tsx';
import type { BookSearch } from './search/use-book-search.ts';
import type { ShownHit } from './search/use-hit-steps.ts';

/** The layers between a page's image and its words: highlights, and the hits of a search. */
export function usePageLayers(
  { onPage }: Annotations,
  { terms }: BookSearch,
  shown: ShownHit | null,
  onOpen: (annotation: Annotation) => void,
  caret: WordCaret | null,
): (page: number, text: PageText | null) => ReactNode {
  const label = useHighlightLabel();
  return useCallback(
    (number: number, text: PageText | null) => (
      <>
        <HighlightLayer annotations={onPage(number)} text={text} label={label} onOpen={onOpen} />
        {text && caret?.page === number && <CaretAt text={text} word={caret.word} />}
        {text && (terms.length > 0 || shown?.page === number) && (
          <SearchMarks text={text} terms={terms} shown={shown?.page === number ? shown : null} />
        )}
      </>
    ),
    [onPage, terms, shown, onOpen, caret, label],
  );
}

function CaretAt({ text, word }: { text: PageText; word: number }) {
  const box = text.words[word];
  if (!box) return null;
  const [x, y, width, height] = box;
  return <CaretMark rect={{ x, y, width, height }} />;
}
