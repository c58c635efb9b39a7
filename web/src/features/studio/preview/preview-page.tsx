import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Work } from '@vesalius/contract/studio';
import { PREVIEW_READERS, type PreviewReader } from '@vesalius/contract/studio-limits';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { FailedState } from '../../../ui/states.tsx';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { FindingList } from '../publish/check-list.tsx';
import { ApprovalBox } from '../review/approval-box.tsx';
import { useApprovalNews } from '../review/use-approval-news.ts';
import { previewApi, previewOptions } from './api.ts';
import { linkedCommentOptions } from './comments-api.ts';
import { CommentsPanel } from './comments-panel.tsx';
import type { SeenPlace } from './frame-place.ts';
import classes from './preview.module.css';
import { PreviewFrame, type PreviewScreen, type PreviewWidth } from './preview-frame.tsx';

const WIDTHS: readonly PreviewWidth[] = ['desk', 'phone'];
/** The interval in which a preview is requested again while files are being prepared (milliseconds). */
const ASK_AGAIN_MS = 5000;
/** Not wider than the preview of a phone, with some room. */
const PHONE_SCREEN = '(max-width: 480px)';
const SCREENS: readonly PreviewScreen[] = ['reader', 'profile', 'tests', 'lectures'];

/** The working copy as its readers would see it. */
export function PreviewPage({ work, store }: { work: Work; store: WorkStore }) {
  const { t } = useTranslation('publishing');
  const { id: workId } = work;
  const { version, document } = useWorkSnapshot(store);
  const [address] = useAddress();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const [as, setAs] = useState<PreviewReader>('subscriber');
  const [width, setWidth] = useState<PreviewWidth>('desk');
  const isPhone = useMediaQuery(PHONE_SCREEN);
  const [screen, setScreen] = useState<PreviewScreen>('reader');
  const { data: said } = useQuery(linkedCommentOptions(workId, address.get('comment')));
  const linked = said?.comments.find(({ id }) => id === address.get('comment')) ?? null;
  const [chosen, goTo] = useState<{ thread: WorkComment; turn: number } | null>(null);
  const asked = useMemo(() => chosen ?? (linked && { thread: linked, turn: 0 }), [chosen, linked]);
  const start = useMemo(
    () => ({
      screen,
      page: asked?.thread.page ?? page,
      thread: asked?.thread ?? null,
      turn: asked?.turn ?? 0,
    }),
    [screen, page, asked],
  );
  const [seen, setSeen] = useState<SeenPlace | null>(null);
  const client = useQueryClient();
  useApprovalNews(workId, version);
  const { data, error, refetch } = useQuery(previewOptions(workId));
  const { mutate: make, error: failure } = useMutation({
    mutationFn: async () => {
      // The preview must include the latest edits.
      await store.send();
      return previewApi.makeWorkPreview({ params: { id: workId } });
    },
    onSuccess: (made) => client.setQueryData(previewOptions(workId).queryKey, made),
  });
  useEffect(() => make(), [make]);
  useEffect(() => {
    // Who comes back from the desk sees what was changed there. A preview that is current stays as it is.
    const onShow = () => {
      if (window.document.visibilityState === 'visible') make();
    };
    window.document.addEventListener('visibilitychange', onShow);
    return () => window.document.removeEventListener('visibilitychange', onShow);
  }, [make]);
  const isWaiting = data?.state === 'refused' && data.findings.every(({ kind }) => kind === 'waiting');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => make(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, make]);
  const isCurrent = data?.is_current && data.version >= version;
  const isBehind = data?.made_version != null && !isCurrent && data.state === 'ready';
  const refusal = isWaiting ? 'preview.waiting' : 'preview.refused';
  const chooseScreen = (next: PreviewScreen) => {
    goTo(null);
    setScreen(next);
  };
  const choices = [
    { label: t('preview.as'), value: as, values: PREVIEW_READERS, set: setAs, name: 'readers' },
    // A phone has no other width to show.
    ...(isPhone
      ? []
      : ([
          { label: t('preview.width'), value: width, values: WIDTHS, set: setWidth, name: 'widths' },
        ] as const)),
    { label: t('preview.screen'), value: screen, values: SCREENS, set: chooseScreen, name: 'screens' },
  ] as const;
  return (
    <div className={classes.page} data-fills-window>
      <header className={classes.bar}>
        <Link to={deskAt(workId, page)}>{t('page.toDesk')}</Link>
        {choices.map(({ label, value, values, set, name }) => (
          <SegmentedControl
            key={name}
            size="sm"
            aria-label={label}
            value={value}
            onChange={set as (value: string) => void}
            data={values.map((each) => ({ value: each, label: t(`preview.${name}.${each}` as never) }))}
          />
        ))}
        <p role="status" className={classes.status} data-behind={isBehind || undefined}>
          {data && statusText()}
        </p>
        {isBehind && (
          <Button size="sm" onClick={() => make()}>
            {t('preview.update')}
          </Button>
        )}
      </header>
      {data?.state === 'refused' && (
        <section className={classes.refused} aria-label={t(refusal)}>
          <p>{t(refusal)}</p>
          <FindingList workId={workId} document={document} findings={data.findings} />
          {!isWaiting && (
            <Button size="sm" variant="default" onClick={() => make()}>
              {t('preview.again')}
            </Button>
          )}
        </section>
      )}
      {data?.state === 'ready' && data.findings.length > 0 && (
        <details className={classes.refused}>
          <summary>{t('preview.leftOut', { count: data.findings.length })}</summary>
          <FindingList workId={workId} document={document} findings={data.findings} />
        </details>
      )}
      {failure || (error && !data) ? (
        <FailedState
          error={failure ?? error}
          onRetry={() => {
            void refetch();
            make();
          }}
        />
      ) : data?.made_at ? (
        <div className={classes.parts}>
          <PreviewFrame {...{ workId, as, width, start }} madeAt={data.made_at} onPlace={setSeen} />
          <CommentsPanel
            workId={workId}
            place={seen}
            above={
              <ApprovalBox
                workId={workId}
                shown={isCurrent ? { version: data.version, madeAt: data.made_at } : null}
              />
            }
            goTo={(thread) => {
              setScreen('reader');
              goTo({ thread, turn: start.turn + 1 });
            }}
          />
        </div>
      ) : (
        data?.state !== 'refused' && <Skeleton h={560} radius={0} />
      )}
    </div>
  );

  function statusText(): string {
    if (data?.state === 'making') return t('preview.making');
    if (data?.state === 'refused') return data.made_at ? t('preview.earlier') : '';
    return isBehind ? t('preview.behind') : t('preview.nothingCounts');
  }
}

const deskAt = (workId: string, page: number): string =>
  `${paths.studioWork.to(workId)}${page > 1 ? `?page=${page}` : ''}`;
