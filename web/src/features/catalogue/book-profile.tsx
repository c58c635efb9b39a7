import { useQuery } from '@tanstack/react-query';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MissingDialog } from '../../ui/missing-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { materialsQuery } from './api.ts';
import classes from './book-profile.module.css';
import { OwnPart } from './own-part.tsx';
import { EditorsSlider, Faculty } from './people.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileOverview } from './profile-overview.tsx';
import { RelatedBooks } from './related-books.tsx';

const SubscribeModal = lazyPart(() => import('./subscribe-modal.tsx'), { Missing: MissingDialog });

type TabName = 'overview' | 'faculty' | 'front-matter';

/** A book's profile. The selected tab is in the address. */
export function BookProfile({
  book,
  seats = null,
  waiting = null,
  endedWait = null,
  frontMatter,
  canStillBuy,
  onSubscribe,
}: {
  book: BookDetail;
  /** Shown below the offer to a reader whose institution has ended or has no free seat. */
  seats?: ReactNode;
  /** In place of the offer, where it is bought and not open yet. */
  waiting?: ReactNode;
  /** Above the offer: a purchase that was never completed. */
  endedWait?: ReactNode;
  /** Rendered only while its tab is selected. */
  frontMatter: () => ReactNode;
  /** Asked when the reader wants to buy: false if the book is theirs by now, which the page then shows. */
  canStillBuy: () => Promise<boolean>;
  onSubscribe: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  // Null until the dialog is first opened; its code is not loaded before.
  const [enrolling, setEnrolling] = useState<boolean | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const enroll = async () => {
    setIsAsking(true);
    if (await canStillBuy()) setEnrolling(true);
    setIsAsking(false);
  };
  const { data: materials } = useQuery({
    ...materialsQuery(session, book.id),
    enabled: typeof document !== 'undefined',
  });
  const open =
    (['faculty', 'front-matter'] as const).find((name) => name === search.get('tab')) ?? 'overview';
  const openTab = (name: TabName) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (name === 'overview') next.delete('tab');
        else next.set('tab', name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <article className={classes.profile} data-language={book.language}>
      <ProfileHead book={book}>
        <ProfileActions
          book={book}
          waiting={waiting}
          endedWait={endedWait}
          onEnroll={isAsking ? null : () => void enroll()}
        />
        {seats}
        <OwnPart />
      </ProfileHead>
      <div className="page">
        <EditorsSlider editors={book.senior_editors} />
        <Tabs<TabName>
          label={t('profile.tabs')}
          open={open}
          onOpen={openTab}
          tabs={[
            {
              name: 'overview',
              label: t('profile.overview'),
              content: <ProfileOverview book={book} materials={materials?.data ?? null} />,
            },
            { name: 'faculty', label: t('profile.faculty'), content: <Faculty people={book.faculty} /> },
            {
              name: 'front-matter',
              label: t('profile.frontMatter'),
              content: open === 'front-matter' ? frontMatter() : null,
            },
          ]}
        />
      </div>
      <RelatedBooks bookId={book.id} />
      {enrolling !== null && (
        <Suspense>
          <SubscribeModal
            book={book}
            opened={enrolling}
            onClose={() => setEnrolling(false)}
            onSubscribe={onSubscribe}
          />
        </Suspense>
      )}
    </article>
  );
}
