import { useMemo } from 'react';
import type { MaterialLinks } from '../features/lectures/material-links.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';

const PREFIXES: Readonly<Record<string, string>> = {
  author: '/authors',
  editor: '/authors',
  program_director: '/programs',
};

/** Where the viewer's lectures, images and studies are, for the role of the user. */
export function useMaterialLinks(bookId: string): MaterialLinks {
  const prefix = PREFIXES[useSession()?.role ?? ''] ?? '';
  return useMemo(
    () => ({
      material: (id, atSeconds) =>
        `${prefix}${paths.supplementary.to(id, bookId, id)}${atSeconds ? `?t=${Math.floor(atSeconds)}` : ''}`,
      page: (page) => paths.bookViewer.to(bookId, page),
      lectures: paths.lectures.to(bookId),
    }),
    [bookId, prefix],
  );
}
