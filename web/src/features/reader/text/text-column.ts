import type { PageText } from '@vesalius/contract/reader-text';
import { linesOf } from '@vesalius/contract/text-lines';

/** Edges closer than this share of the page's width count as equal. */
const SAME_EDGE = 0.02;
/** A point further from a line than this is beside the text (line heights). */
const MAX_DISTANCE = 1.5;
/** Wider than the lines of the column by more than this: a title above several columns. */
const WIDER = 1.05;

export interface Column {
  readonly left: number;
  readonly right: number;
}

/**
 * The column of text at a point, in fractions of the page. Its lines begin or end where the nearest line does; a title
 * above two columns begins there, too, so the width of most lines counts. Null beside the text.
 */
export function columnAt({ words }: PageText, x: number, y: number): Column | null {
  const lines = linesOf(words).map((line) => ({
    top: line.top,
    bottom: line.bottom,
    left: Math.min(...line.words.map(([left]) => left)),
    right: Math.max(...line.words.map(([left, , width]) => left + width)),
  }));
  type PlacedLine = (typeof lines)[number];
  const widthOf = ({ left, right }: Column) => right - left;
  const columnOf = (line: PlacedLine): Column => {
    const aligned = lines.filter(
      ({ left, right }) => Math.abs(left - line.left) < SAME_EDGE || Math.abs(right - line.right) < SAME_EDGE,
    );
    const widths = aligned.map(widthOf).sort((a, b) => a - b);
    const usual = widths[Math.floor((widths.length - 1) * 0.75)] ?? 0;
    const own = aligned.filter((each) => widthOf(each) <= Math.max(usual, widthOf(line)) * WIDER);
    return {
      left: Math.min(...own.map(({ left }) => left)),
      right: Math.max(...own.map(({ right }) => right)),
    };
  };
  const away = ({ top, bottom }: PlacedLine) => Math.max(top - y, y - bottom, 0);
  const near = lines
    .filter((line) => away(line) <= MAX_DISTANCE * (line.bottom - line.top))
    .sort((a, b) => away(a) - away(b));
  for (const line of near) {
    const column = columnOf(line);
    if (x >= column.left - SAME_EDGE && x <= column.right + SAME_EDGE) return column;
  }
  return null;
}
