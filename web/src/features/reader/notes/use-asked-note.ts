import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Place } from '../model/reader-model.ts';
import type { Annotations } from './use-annotations.ts';

/**
 * Leads to the annotation that the address names, once the annotations are loaded. The address loses the name with the
 * next page that is shown, so that a reload does not lead back.
 */
export function useAskedNote({ all, find }: Annotations, goTo: Place['goTo']): void {
  const [search] = useSearchParams();
  const asked = search.get('note');
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (!asked || reached.current === asked || all.length === 0) return;
    reached.current = asked;
    const annotation = find(asked);
    if (annotation && !annotation.orphaned)
      goTo(annotation.note.pageNumber, annotation.rects[0]?.y, 'silent');
  }, [asked, all, find, goTo]);
}
