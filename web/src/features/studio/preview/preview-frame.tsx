import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PreviewReader } from '@vesalius/contract/studio-limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { frameNameOf, PREVIEW_ENDED } from '../../../lib/stored-session.ts';
import { askedPage, viewedBookId } from '../../../lib/viewer-address.ts';
import { FailedState } from '../../../ui/states.tsx';
import { openingOptions } from './api.ts';
import classes from './preview.module.css';

/** How often the frame's address is read (milliseconds). */
const WATCH_MS = 500;

export type PreviewWidth = 'desk' | 'phone';
export type PreviewScreen = 'reader' | 'profile' | 'tests' | 'lectures';

interface PreviewFrameProps {
  readonly workId: string;
  readonly as: PreviewReader;
  readonly madeAt: string;
  readonly width: PreviewWidth;
  /** Told the page of the book that the frame shows; null: something else. */
  readonly onPage: (page: number | null) => void;
  /** Where it begins, and whenever it is chosen again. */
  readonly start: { readonly screen: PreviewScreen; readonly page: number };
}

/** The product itself, for a reader who is nobody. It stays where it is when the preview is made anew. */
export function PreviewFrame({ workId, as, madeAt, width, start, onPage }: PreviewFrameProps) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useQuery(openingOptions(workId, as, madeAt));
  const frame = useRef<HTMLIFrameElement>(null);
  const left = useRef<{ start: PreviewFrameProps['start']; path: string } | null>(null);
  const [isOver, setOver] = useState(false);
  // It moves on without loading a page.
  useEffect(() => {
    const timer = setInterval(() => {
      const { pathname = '', search } = frame.current?.contentWindow?.location ?? {};
      if (!pathname.startsWith('/')) return;
      left.current = { start, path: `${pathname}${search}` };
      onPage(viewedBookId(pathname) ? (askedPage(new URLSearchParams(search)) ?? 1) : null);
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [start, onPage]);
  useEffect(() => {
    const onMessage = ({ source, origin, data: message }: MessageEvent) => {
      const isOwn = source === frame.current?.contentWindow && origin === window.location.origin;
      if (isOwn && message === PREVIEW_ENDED) setOver(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  if (error || isOver)
    return (
      <FailedState
        error={error ?? new Error('the preview ended')}
        onRetry={() => {
          setOver(false);
          void refetch();
        }}
      />
    );
  if (!data) return <Skeleton h="100%" radius={0} />;
  const { token, book_id: bookId, user_id: userId } = data;
  return (
    <div className={classes.stage} data-width={width}>
      <iframe
        key={`${token} ${madeAt} ${start.screen} ${start.page}`}
        ref={frame}
        name={frameNameOf({ token, userId, as })}
        src={left.current?.start === start ? left.current.path : addressOf(bookId, start)}
        title={t('preview.frame')}
        className={classes.frame}
        allow="fullscreen"
      />
    </div>
  );
}

function addressOf(bookId: string, { screen, page }: PreviewFrameProps['start']): string {
  if (screen === 'profile') return paths.bookProfile.to(bookId);
  if (screen === 'tests') return paths.allTests.to(bookId);
  if (screen === 'lectures') return paths.lectures.to(bookId);
  return paths.bookViewer.to(bookId, page);
}
