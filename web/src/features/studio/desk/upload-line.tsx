import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import type { UploadView } from '../../../lib/upload-view.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { announce } from '../../../ui/announce.ts';
import { sendingStudies } from './attachments.ts';
import classes from './upload-line.module.css';

/** Screen readers hear of progress this often (percent). */
const ANNOUNCED_STEP = 25;

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly percent: number;
  /** Null: the files of a study, which are many. */
  readonly upload: UploadView | null;
}

/** At the foot of the window, wherever the user has scrolled: what is being uploaded, and how far it is. */
export function UploadLine({
  uploads,
  onRemove,
}: {
  uploads: readonly UploadView[];
  onRemove: (id: string) => void;
}) {
  const { t, i18n } = useTranslation('uploads');
  const place = useRef<HTMLDivElement>(null);
  const [first, ...more] = linesOf(uploads);
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {first && (
        <section className={classes.line} data-uploads aria-label={t('line')}>
          <Line
            key={first.id}
            shown={first}
            onRemove={() => {
              onRemove(first.id);
              place.current?.focus();
            }}
          />
          {more.length > 0 && (
            <span className={classes.more}>
              {t('more', { count: more.length, number: number(more.length) })}
            </span>
          )}
        </section>
      )}
    </div>
  );
}

function Line({ shown: { name, percent, upload }, onRemove }: { shown: Shown; onRemove: () => void }) {
  const { t, i18n } = useTranslation('uploads');
  const isRefused = upload?.state === 'refused';
  const reason = useErrorText((isRefused && upload?.error) || undefined);
  const percentText = t('percent', { value: formatNumber(percent, i18n.language) });
  const step = Math.floor(percent / ANNOUNCED_STEP);
  const announcedStep = useRef(step);
  useEffect(() => {
    if (step <= announcedStep.current) return;
    announcedStep.current = step;
    announce(t('announced', { name, state: percentText }));
  }, [step, name, percentText, t]);
  return (
    <>
      <bdi className={classes.name}>{name}</bdi>
      {!isRefused && (
        <>
          <Progress.Root size="sm" className={classes.bar}>
            <Progress.Section value={percent} aria-label={t('lineProgress', { name })} />
          </Progress.Root>
          <span className={classes.percent}>{percentText}</span>
        </>
      )}
      {upload && upload.state !== 'uploading' && (
        <span className={classes.state}>{reason ?? t(`state.${upload.state}`)}</span>
      )}
      {upload && (
        <Button
          variant="default"
          size="xs"
          aria-label={t(isRefused ? 'dismissLabel' : 'stopLabel', { name })}
          onClick={() => {
            onRemove();
            if (!isRefused) announce(t('announced', { name, state: t('stopped') }));
          }}
        >
          {t(isRefused ? 'dismiss' : 'stop')}
        </Button>
      )}
    </>
  );
}

const ORDER: readonly UploadView['state'][] = [
  'refused',
  'uploading',
  'checking',
  'offline',
  'paused',
  'waiting',
];

/** What needs the user first, then what is moving. */
function linesOf(uploads: readonly UploadView[]): readonly Shown[] {
  const { studies, others } = sendingStudies(uploads);
  const rank = ({ state }: UploadView) => ORDER.indexOf(state);
  return [
    ...others
      .filter(({ state }) => state !== 'done')
      .sort((a, b) => rank(a) - rank(b))
      .map((upload) => ({
        ...{ id: upload.id, name: upload.name, upload },
        percent: percentOf(upload.sentBytes ?? 0, upload.bytes),
      })),
    ...studies.map(({ group, title, files, arrived }) => ({
      ...{ id: group, name: title, upload: null },
      percent: percentOf(arrived, files),
    })),
  ];
}

const percentOf = (part: number, total: number): number =>
  total === 0 ? 0 : Math.floor((part / total) * 100);
