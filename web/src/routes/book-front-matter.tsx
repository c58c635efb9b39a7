import { useQuery } from '@tanstack/react-query';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { FrontMatter } from '../features/catalogue/front-matter.tsx';
import { FrontMatterSkeleton } from '../features/catalogue/front-matter-skeleton.tsx';
import { bookPagesQuery } from '../features/reader/api.ts';
import { pageFileUrl } from '../features/reader/engine/page-file-url.ts';
import { FailedState } from '../ui/states.tsx';

/** The page images come from the reader feature, which issues the grant to load them. */
export default function BookFrontMatter({ book }: { book: BookDetail }) {
  const { data, isError, error, refetch } = useQuery(bookPagesQuery(book.id));
  if (isError && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FrontMatterSkeleton />;
  const [width, height] = data.sizes[0] ?? [504, 720];
  return (
    <FrontMatter
      book={book}
      size={[width, height]}
      pictureOf={(page, double) => pageFileUrl(data, page, double ? '2x.webp' : '1x.webp')}
    />
  );
}
