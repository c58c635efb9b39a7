import type { PageRect } from '@vesalius/contract/atoms';
import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { type CSSProperties, memo } from 'react';
import { noteRow, textEnd } from './note-mark.ts';
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
  text,
  label,
  onOpen,
}: {
  annotations: readonly Annotation[];
  /** Null until it is loaded. */
  text: PageText | null;
  label: (annotation: Annotation) => string;
  onOpen: (annotation: Annotation, button: HTMLElement) => void;
}) {
  return annotations.map((annotation) => {
    const [first] = annotation.rects;
    const open = { 'aria-label': label(annotation), annotation, onOpen };
    return (
      <div key={annotation.id} className={CLASS_OF_COLOR[annotation.color]}>
        {annotation.rects.map((rect) => (
          <div
            key={`${rect.x} ${rect.y}`}
            className={classes.highlight}
            style={place(rect)}
            data-highlight={annotation.id}
          />
        ))}
        {annotation.note.text ? (
          <NoteMark {...open} all={annotations} text={text} />
        ) : (
          first && <OpenButton {...open} className={classes.highlightButton} style={place(first)} />
        )}
      </div>
    );
  });
});

interface OpenProps {
  readonly 'aria-label': string;
  readonly annotation: Annotation;
  readonly onOpen: (annotation: Annotation, button: HTMLElement) => void;
}

/** As wide as the space beside the words. Below them is a wider area, which a tap reaches and selecting crosses. */
function NoteMark({ all, text, ...open }: OpenProps & { all: readonly Annotation[]; text: PageText | null }) {
  const { annotation } = open;
  const row = noteRow(annotation, all);
  const style = { top: row.top, '--text-end': textEnd(text, row) };
  return (
    <>
      <div className={classes.noteArea} style={style} data-note={annotation.id} />
      <OpenButton {...open} className={classes.noteButton} style={style} />
    </>
  );
}

const OpenButton = ({
  annotation,
  onOpen,
  ...more
}: OpenProps & { className: string | undefined; style: CSSProperties }) => (
  <button type="button" {...more} onClick={(event) => onOpen(annotation, event.currentTarget)} />
);

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
