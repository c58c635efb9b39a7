import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PageMoves } from '@vesalius/contract/work-page-moves';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { newId } from '../../../lib/new-id.ts';
import { notify, notifySuccess } from '../../../ui/notify.ts';
import { pageMovesOptions, workFilesApi } from '../api.ts';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { useErrorToast } from '../questions/use-error-toast.ts';
import { MovesList } from './moves-list.tsx';
import classes from './moves-notice.module.css';

/** The notice does not change until this long after the last change (milliseconds). */
const CALM_MS = 1000;

/** After the PDF was replaced: what can move with its pages, and one button that does it. */
export function MovesNotice({ workId, store, pdf }: { workId: string; store: WorkStore; pdf: string }) {
  const { t, i18n } = useTranslation('studio');
  const { document, version } = useWorkSnapshot(store);
  const [calm] = useDebouncedValue(version, CALM_MS);
  const { data } = useQuery(pageMovesOptions(workId, pdf, calm));
  const [hiddenPdf, setHiddenPdf] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  // An answer about an earlier version of the book is out of date after things have moved.
  const [movedVersion, setMovedVersion] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const move = useMoveWithPages({ workId, store, pdf, version: calm, onMoved: setMovedVersion });
  const isPresent = data?.pdf === pdf && data.version >= movedVersion;
  const moves = isPresent && hiddenPdf !== pdf ? data : null;
  const count = moves?.things.filter(({ state }) => state === 'moves').length ?? 0;
  const left = (moves?.things.length ?? 0) - count;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {moves && moves.things.length > 0 && (
        <section className={classes.notice} data-notice aria-label={t('follow.label')}>
          <p role="status">
            {[
              changeText(moves),
              ...(count > 0 ? [t('follow.canMove', { count, number: number(count) })] : []),
              ...(left > 0 ? [t('follow.left', { count: left, number: number(left) })] : []),
            ].join(' ')}
          </p>
          <div className={classes.acts}>
            <Button variant="default" size="sm" onClick={() => setOpen(true)}>
              {t('follow.show')}
            </Button>
            {count > 0 && (
              <Button
                size="sm"
                loading={move.isPending}
                onClick={() => move.mutate(undefined, { onSuccess: () => place.current?.focus() })}
              >
                {t('follow.move')}
              </Button>
            )}
            <Button
              variant="subtle"
              size="sm"
              onClick={() => {
                setHiddenPdf(pdf);
                place.current?.focus();
              }}
            >
              {t('follow.hide')}
            </Button>
          </div>
        </section>
      )}
      {isOpen && moves && (
        <MovesList workId={workId} document={document} things={moves.things} onClose={() => setOpen(false)} />
      )}
    </div>
  );

  function changeText({ added, removed }: PageMoves): string {
    const [one] = added;
    const [gone] = removed;
    if (one && added.length === 1 && !gone) {
      const values = { count: one.count, number: number(one.count), page: number(one.first_page - 1) };
      return one.first_page === 1 ? t('follow.atFront', values) : t('follow.inserted', values);
    }
    if (gone && removed.length === 1 && !one)
      return t('follow.removed', {
        count: gone.count,
        number: number(gone.count),
        page: number(gone.first_page),
      });
    return t('follow.elsewhere');
  }
}

function useMoveWithPages({
  workId,
  store,
  pdf,
  version,
  onMoved,
}: {
  workId: string;
  store: WorkStore;
  pdf: string;
  version: number;
  /** Told the version of the book in which everything has moved. */
  onMoved: (version: number) => void;
}) {
  const { t, i18n } = useTranslation('studio');
  const client = useQueryClient();
  const tell = useErrorToast();
  // Stays the same when the answer is lost.
  const [id, setId] = useState(newId);
  return useMutation({
    mutationFn: async () => {
      await store.send();
      return workFilesApi.moveWithPages({ params: { id: workId }, body: { id, pdf } });
    },
    onSuccess: async ({ moved: count }) => {
      setId(newId());
      if (count === 0) notify('info', t('follow.none'));
      else
        notifySuccess(t('follow.done', { count, number: formatNumber(count, i18n.language) }), {
          label: t('follow.undo'),
          run: () => store.undo({ changeId: id }),
        });
      await store.pull();
      onMoved(store.snapshot().version);
    },
    onError: tell,
    onSettled: () => client.invalidateQueries(pageMovesOptions(workId, pdf, version)),
  });
}
