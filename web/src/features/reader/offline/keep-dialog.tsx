import { Button, Checkbox, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../lib/format-size.ts';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { isRemembered, otherSession } from '../../../lib/session.ts';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { FocusFirst } from '../../../ui/focus-first.tsx';
import { readerClient } from '../client.ts';
import { useOffline } from '../connection.ts';
import { useIsPhone } from '../use-device.ts';
import { type Keeping, keep, lookAt, pause, remove, useKeeping } from './keeper.ts';

/** Encryption adds little; the database adds some more. */
const OVERHEAD = 1.1;

/** Downloads one book for offline use: before, during and after. */
export function KeepDialog({ bookId, onClose }: { bookId: string; onClose: () => void }) {
  const { t } = useTranslation('offline');
  useReturnsFocus();
  const keeping = useKeeping(bookId);
  const close = useBackCloses(useIsPhone(), onClose);
  useEffect(() => {
    void lookAt(bookId);
  }, [bookId]);
  return (
    <Modal opened onClose={close} title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      {keeping && (
        <FocusFirst>
          <Stack gap="md">
            {keeping.reason && (
              <Text role="alert" c="oxblood" size="sm">
                {t(`stopped.${keeping.reason}`)}
              </Text>
            )}
            {!keeping.book && !keeping.running ? (
              <Offer bookId={bookId} onClose={close} />
            ) : keeping.book?.state === 'kept' && !keeping.running ? (
              <Kept bookId={bookId} book={keeping.book} />
            ) : (
              <Underway bookId={bookId} keeping={keeping} />
            )}
          </Stack>
        </FocusFirst>
      )}
    </Modal>
  );
}

function Offer({ bookId, onClose }: { bookId: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('offline');
  const offline = useOffline();
  const size = useQuery({
    queryKey: keyOf('reader', 'offlineSize', bookId),
    queryFn: ({ signal }) => readerClient.getOfflineSize({ params: { id: bookId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const room = useQuery({
    queryKey: keyOf('reader', 'freeSpace'),
    queryFn: freeRoom,
    gcTime: 0,
  });
  const needed = size.data ? size.data.bytes : null;
  const [isRememberedNow] = useState(isRemembered);
  const [usesAlone, setUsesAlone] = useState(false);
  // Downloading would sign out the other remembered user and remove their offline books.
  const [other] = useState(otherSession);
  const isFull = needed !== null && room.data != null && needed * OVERHEAD > room.data;
  return (
    <>
      <Text>{t('offer.text')}</Text>
      <Text fw={600} role="status">
        {needed !== null
          ? t('offer.size', { size: formatSize(needed, i18n.language), count: size.data?.pages ?? 0 })
          : size.isError
            ? t('offer.sizeUnknown')
            : t('offer.measuring')}
      </Text>
      {isFull && (
        <Text role="alert" c="oxblood" size="sm">
          {t('offer.full', { free: formatSize(room.data ?? 0, i18n.language) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('offer.terms')} {isRememberedNow && t('offer.remembered')}
      </Text>
      {other && <Text size="sm">{t('offer.otherUser', { name: other.firstName })}</Text>}
      {!isRememberedNow && !other && (
        <Checkbox
          checked={usesAlone}
          onChange={(event) => setUsesAlone(event.currentTarget.checked)}
          label={t('offer.usesAlone')}
          description={t('offer.shared')}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          onClick={() => void keep(bookId, { staySignedIn: usesAlone })}
          disabled={offline || isFull || other !== null || !(isRememberedNow || usesAlone)}
        >
          {t('offer.keep')}
        </Button>
      </Group>
    </>
  );
}

function Underway({ bookId, keeping: { book, running } }: { bookId: string; keeping: Keeping }) {
  const { t, i18n } = useTranslation('offline');
  const done = book?.pagesDone ?? 0;
  const pages = book?.pages ?? 0;
  const percent = pages === 0 ? 0 : Math.floor((done / pages) * 100);
  return (
    <>
      <div>
        <Progress value={percent} aria-label={t('progress.label')} mb={6} />
        <Text size="sm" c="dimmed">
          {running && !book
            ? t('progress.starting')
            : t('progress.pages', {
                done: formatNumber(done, i18n.language),
                total: formatNumber(pages, i18n.language),
                size: formatSize(book?.bytes ?? 0, i18n.language),
              })}
        </Text>
      </div>
      <Text size="sm">{t(running ? 'progress.hint' : 'progress.paused')}</Text>
      <Group justify="flex-end">
        <Remove bookId={bookId} label={t('progress.cancel')} />
        {running ? (
          <Button variant="default" onClick={() => pause(bookId)}>
            {t('progress.pause')}
          </Button>
        ) : (
          <Button onClick={() => void keep(bookId)}>{t('progress.continue')}</Button>
        )}
      </Group>
    </>
  );
}

function Kept({ bookId, book }: { bookId: string; book: NonNullable<Keeping['book']> }) {
  const { t, i18n } = useTranslation('offline');
  const isForGood = useQuery({
    queryKey: keyOf('reader', 'keptForGood'),
    queryFn: keepsForGood,
    gcTime: 0,
  });
  return (
    <>
      <Text>
        {t('kept.text', {
          size: formatSize(book.bytes, i18n.language),
          date: formatDate(new Date(book.validUntil).toISOString(), i18n.language),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t(book.outdated ? 'kept.outdated' : 'kept.renewed')}
      </Text>
      {isForGood.data === false && (
        <Text size="sm" c="dimmed">
          {t('kept.mayGo')}
        </Text>
      )}
      <Group justify="flex-end">
        <Remove bookId={bookId} label={t('kept.remove')} />
        {book.outdated && <Button onClick={() => void keep(bookId)}>{t('kept.update')}</Button>}
      </Group>
    </>
  );
}

function Remove({ bookId, label }: { bookId: string; label: string }) {
  const [removing, setRemoving] = useState(false);
  return (
    <Button
      variant="subtle"
      color="oxblood"
      loading={removing}
      onClick={() => {
        setRemoving(true);
        void remove(bookId).finally(() => setRemoving(false));
      }}
    >
      {label}
    </Button>
  );
}

/** Whether the browser promises not to delete what is kept. Where it cannot say, it does not. */
const keepsForGood = async (): Promise<boolean> =>
  (await navigator.storage?.persisted?.().catch(() => false)) ?? false;

/** The bytes that the browser still offers; null if it does not say. */
async function freeRoom(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined ? null : quota - (usage ?? 0);
}
