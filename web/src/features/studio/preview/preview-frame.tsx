import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PreviewReader } from '@vesalius/contract/studio-limits';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { frameNameOf, PREVIEW_ENDED } from '../../../lib/stored-session.ts';
import { FailedState } from '../../../ui/states.tsx';
import { openingOptions } from './api.ts';
import { placeIn, type SeenPlace, showPhrase } from './frame-place.ts';
import classes from './preview.module.css';

/** How often the frame's address is read (milliseconds). */
const WATCH_MS = 500;
/** The number of attempts to find a phrase, because its page loads first. */
const PHRASE_LOOKS = 40;

export type PreviewWidth = 'desk' | 'phone';
export type PreviewScreen = 'reader' | 'profile' | 'tests' | 'lectures';

interface PreviewFrameProps {
  readonly workId: string;
  readonly as: PreviewReader;
  readonly madeAt: string;
  readonly width: PreviewWidth;
  /** Called with the place that the frame shows; null: nothing to comment on. */
  readonly onPlace: (place: SeenPlace | null) => void;
  /** The initial place, and each one that is chosen later. */
  readonly start: {
    readonly screen: PreviewScreen;
    readonly page: number;
    /** The comment whose place is shown. */
    readonly thread: WorkComment | null;
    /** Increments with each choice, so that the same comment can be chosen again. */
    readonly turn: number;
  };
}

/** Shows the product to an anonymous reader. It keeps its address when the preview is made again. */
export function PreviewFrame({ workId, as, madeAt, width, start, onPlace }: PreviewFrameProps) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useQuery(openingOptions(workId, as, madeAt));
  const frame = useRef<HTMLIFrameElement>(null);
  const left = useRef<{ start: PreviewFrameProps['start']; path: string } | null>(null);
  const [isOver, setOver] = useState(false);
  // The frame navigates without loading a page.
  useEffect(() => {
    const { thread } = start;
    let looks = thread?.quote ? PHRASE_LOOKS : 0;
    let told = '';
    const timer = setInterval(() => {
      const { contentDocument: shown, contentWindow: within } = frame.current ?? {};
      if (!shown || !within?.location.pathname.startsWith('/')) return;
      const { pathname, search } = within.location;
      left.current = { start, path: `${pathname}${search}` };
      if (looks > 0 && thread?.quote && thread.page !== null)
        looks = showPhrase(shown, thread.page, thread.quote) ? 0 : looks - 1;
      const place = placeIn(shown, within.location);
      const text = JSON.stringify(place);
      if (text !== told) onPlace(place);
      told = text;
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [start, onPlace]);
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
        key={`${token} ${madeAt} ${start.screen} ${start.page} ${start.turn}`}
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

function addressOf(bookId: string, { screen, page, thread }: PreviewFrameProps['start']): string {
  const { lecture, question } = thread ?? {};
  if (lecture?.id) return `${paths.supplementary.to(lecture.id, bookId, lecture.id)}?t=${lecture.second}`;
  if (question?.list_id) {
    const { kind, list_id: listId, id } = question;
    const list =
      kind === 'quiz'
        ? paths.quizDisplay.to(listId, bookId, String(page))
        : kind === 'test'
          ? paths.testDisplay.to(listId, '0', bookId)
          : paths.finalTest.to('take', bookId, 'take');
    return `${list}#question-${id}`;
  }
  if (screen === 'profile') return paths.bookProfile.to(bookId);
  if (screen === 'tests') return paths.allTests.to(bookId);
  if (screen === 'lectures') return paths.lectures.to(bookId);
  return paths.bookViewer.to(bookId, page);
}
