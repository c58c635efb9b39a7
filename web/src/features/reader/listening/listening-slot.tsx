import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useReader } from '../model/reader-model.ts';

const ListeningBar = lazyPart(async () => ({
  default: (await import('./listening-bar.tsx')).ListeningBar,
}));

/** The bar, while the book is read aloud or cannot be. */
export function ListeningSlot() {
  const { state, refused } = useReader('listening');
  return <Suspense>{(state || refused) && <ListeningBar />}</Suspense>;
}
