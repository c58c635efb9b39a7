import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { materialQuery } from '../features/lectures/api.ts';
import { MaterialPage } from '../features/lectures/material-page.tsx';
import { useMaterialLinks } from './use-material-links.ts';

/** A lecture, set of images or study beside the page of the book. */
export function BesideMaterial({
  id,
  bookId,
  startAt,
  onVideo,
}: {
  id: string;
  bookId: string;
  startAt: number | null;
  onVideo: (isVideo: boolean) => void;
}) {
  const { data } = useQuery(materialQuery(id));
  const isVideo = data?.material_type === 'video';
  useEffect(() => onVideo(isVideo), [onVideo, isVideo]);
  const links = useMaterialLinks(bookId);
  return (
    <MaterialPage
      // Another moment of the same lecture begins it anew.
      key={`${id} ${startAt}`}
      id={id}
      bookId={bookId}
      links={links}
      startAt={startAt}
      isOpenedAlone={false}
      isBeside
    />
  );
}
