import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from './engine/page-engine.ts';
import { Icon } from './icons.tsx';
import type { PageSize } from './layout/page-layout.ts';
import { labelOf } from './page-labels.ts';
import classes from './panel.module.css';
import { SteadyImage } from './steady-image.tsx';

const COLUMNS = 2;
const WIDTH = 124;
const LABEL_HEIGHT = 34;

/** Only visible rows are mounted, and only their images load. */
export function Thumbnails({
  engine,
  sizes,
  labels,
  page,
  lastReadable,
  onGo,
}: {
  engine: PageEngine;
  sizes: readonly PageSize[];
  labels: readonly string[] | null;
  page: number;
  lastReadable: number;
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation('reader');
  const frame = useRef<HTMLDivElement | null>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  // All rows have the height of the most common page size, so positions need no measuring.
  const [shape] = useState(() =>
    Math.min(1.6, (sizes[sizes.length >> 1]?.height ?? 1) / (sizes[sizes.length >> 1]?.width ?? 1)),
  );
  const rowHeight = Math.round(WIDTH * shape) + LABEL_HEIGHT;
  const rows = Math.ceil(sizes.length / COLUMNS);

  useLayoutEffect(
    function showCurrentPage() {
      const element = frame.current;
      if (!element) return;
      const top = Math.floor((page - 1) / COLUMNS) * rowHeight;
      if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top - element.clientHeight / 3;
      setView({ top: element.scrollTop, height: element.clientHeight });
    },
    [page, rowHeight],
  );

  const from = Math.max(0, Math.floor(view.top / rowHeight) - 2);
  const to = Math.min(rows, Math.ceil((view.top + view.height) / rowHeight) + 2);
  const shown: number[] = [];
  for (let number = from * COLUMNS + 1; number <= Math.min(sizes.length, to * COLUMNS); number += 1)
    shown.push(number);

  return (
    <div
      ref={frame}
      className={classes.thumbnails}
      onScroll={(event) =>
        setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
      }
    >
      <div style={{ height: rows * rowHeight, position: 'relative' }}>
        {shown.map((number) => {
          const row = Math.floor((number - 1) / COLUMNS);
          const readable = number <= lastReadable;
          return (
            <button
              key={number}
              type="button"
              className={classes.thumbnail}
              style={{
                top: row * rowHeight,
                insetInlineStart: ((number - 1) % COLUMNS) * (WIDTH + 20),
                width: WIDTH,
                height: rowHeight - 8,
              }}
              aria-current={number === page ? 'page' : undefined}
              aria-label={t('page.label', { label: labelOf(number, labels) })}
              onClick={() => onGo(number)}
            >
              <span className={classes.thumbnailFrame} style={{ height: rowHeight - LABEL_HEIGHT }}>
                {readable ? (
                  <SteadyImage
                    url={() => engine.pictureUrl(number, 'thumb')}
                    alt=""
                    loading="lazy"
                    decoding="async"
                  />
                ) : (
                  <Icon name="lock" />
                )}
              </span>
              <span>{labelOf(number, labels)}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
