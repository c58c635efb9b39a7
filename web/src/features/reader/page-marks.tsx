import type { PageRect } from '@vesalius/contract/atoms';
import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { memo } from 'react';
import classes from './page.module.css';

const percent = (value: number) => `${(value * 100).toFixed(3)}%`;
const place = (rect: PageRect) => ({
  left: percent(rect.x),
  top: percent(rect.y),
  width: percent(rect.width),
  height: percent(rect.height),
});

const CLASS_OF_COLOR: Readonly<Record<HighlightColor, string | undefined>> = {
  yellow: classes.yellow,
  green: classes.green,
  blue: classes.blue,
  pink: classes.pink,
};

/** Highlights are between the image and the words. The button of a note is beside its first line. */
export const HighlightLayer = memo(function HighlightLayer({
  annotations,
  label,
  onOpen,
}: {
  annotations: readonly Annotation[];
  label: (annotation: Annotation) => string;
  onOpen: (annotation: Annotation, button: HTMLElement) => void;
}) {
  return annotations.map((annotation) => (
    <div key={annotation.id} className={CLASS_OF_COLOR[annotation.color]}>
      {annotation.rects.map((rect) => (
        <div
          key={`${rect.x} ${rect.y}`}
          className={classes.highlight}
          style={place(rect)}
          data-highlight={annotation.id}
        />
      ))}
      {(annotation.rects[0] || annotation.note.text) && (
        <button
          type="button"
          className={annotation.note.text ? classes.noteButton : classes.highlightButton}
          style={
            annotation.note.text
              ? {
                  top: annotation.rects[0]
                    ? percent(annotation.rects[0].y)
                    : pageNoteTop(annotation, annotations),
                }
              : place(annotation.rects[0]!)
          }
          aria-label={label(annotation)}
          onClick={(event) => onOpen(annotation, event.currentTarget)}
        />
      )}
    </div>
  ));
});

/** The distance between notes on the page as a whole, in its upper corner (pixels). */
const PAGE_NOTE_STEP = 28;
const pageNoteTop = (annotation: Annotation, annotations: readonly Annotation[]): string => {
  const unplaced = annotations.filter(({ rects, note }) => rects.length === 0 && note.text !== '');
  return `${4 + PAGE_NOTE_STEP * unplaced.indexOf(annotation)}px`;
};

/** Marks the current word while a passage is selected by keyboard. */
export const CaretMark = ({ rect }: { rect: PageRect }) => (
  <div className={classes.caret} style={place(rect)} data-caret />
);

export interface SearchMark {
  readonly rects: readonly PageRect[];
  readonly current: boolean;
}

export const SearchMarkLayer = memo(function SearchMarkLayer({ marks }: { marks: readonly SearchMark[] }) {
  return marks.flatMap(({ rects, current }) =>
    rects.map((rect) => (
      <div
        key={`${rect.x} ${rect.y}`}
        className={current ? classes.currentHit : classes.hit}
        style={place(rect)}
        data-hit={current ? 'current' : 'other'}
      />
    )),
  );
});
