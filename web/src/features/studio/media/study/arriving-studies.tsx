import { Button, Loader, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArrivingStudy } from '@vesalius/contract/work-studies';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../lib/error-text.ts';
import { formatNumber } from '../../../../lib/formats.ts';
import type { UploadView } from '../../../../lib/upload-view.ts';
import { announce } from '../../../../ui/announce.ts';
import { notifyError } from '../../../../ui/notify.ts';
import { arrivingStudiesOptions, workOptions, workStudiesApi } from '../../api.ts';
import { type SendingStudy, sendingStudies } from '../../desk/attachments.ts';
import { useDesk } from '../../desk/desk-context.ts';
import classes from './study.module.css';

/** Studies that were dropped: sent, sorted, and what became of them. */
export function ArrivingStudies({ uploads }: { uploads: readonly UploadView[] }) {
  const { t } = useTranslation('studies');
  const { workId } = useDesk();
  const client = useQueryClient();
  const { data } = useQuery(arrivingStudiesOptions(workId));
  const { studies: sending } = sendingStudies(uploads);
  const states = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, state, title } of data?.studies ?? []) {
      const before = states.current.get(id);
      states.current.set(id, state);
      if (before !== 'sorting' || state === 'sorting') continue;
      announce(t(state === 'sorted' ? 'sorted.announced' : 'failed.announced', { title }));
      void client.invalidateQueries(workOptions(workId));
    }
  });
  // What became a material and left nothing out is told by the page itself.
  const shown = (data?.studies ?? []).filter(
    ({ state, left_out_count }) => state !== 'sorted' || left_out_count > 0,
  );
  if (sending.length + shown.length === 0) return null;
  return (
    <ul className={classes.arriving} aria-label={t('arriving')}>
      {sending.map((study) => (
        <Sending key={study.group} study={study} />
      ))}
      {shown.map((study) => (
        <Arrived key={study.id} study={study} />
      ))}
    </ul>
  );
}

function Sending({ study: { title, files, arrived } }: { study: SendingStudy }) {
  const { t, i18n } = useTranslation('studies');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <li>
      <strong dir="auto">{title}</strong>
      <Progress.Root size="sm">
        <Progress.Section
          value={files === 0 ? 0 : (arrived / files) * 100}
          aria-label={t('sendingProgress', { title })}
        />
      </Progress.Root>
      <p>{t('sending', { arrived: number(arrived), files: number(files) })}</p>
    </li>
  );
}

function Arrived({ study }: { study: ArrivingStudy }) {
  const { t, i18n } = useTranslation('studies');
  const { workId, marks, select, goTo, mayEdit } = useDesk();
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => workStudiesApi.dismissWorkStudy({ params: { id: workId, study: study.id } }),
    onSuccess: (studies) => client.setQueryData(arrivingStudiesOptions(workId).queryKey, studies),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const mark = marks.find(({ path }) => path.at(-1) === `#${study.material_key}`);
  return (
    <li data-failed={study.state === 'failed' || undefined}>
      <strong dir="auto">{study.title}</strong>
      {study.state === 'sorting' && (
        <p className={classes.busy} role="status">
          <Loader size="xs" aria-hidden="true" /> {t('sorting')}
        </p>
      )}
      {study.state === 'failed' && (
        <p role="alert">
          {t('failed.sentence')}{' '}
          {study.problem ? <bdi lang="en">{study.problem}</bdi> : t('failed.notTheFiles')}
        </p>
      )}
      {study.left_out_count > 0 && (
        <details>
          <summary>{t('leftOut', { count: study.left_out_count })}</summary>
          <ul>
            {study.left_out.map(({ file, reason }) => (
              <li key={`${file} ${reason}`}>
                <bdi lang="en">
                  {file} {reason}
                </bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {study.state !== 'sorting' && (
        <span className={classes.acts}>
          {mark && (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                if (mark.page) goTo(mark.page);
                select({ kind: 'material', path: mark.path });
              }}
            >
              {t('open')}
            </Button>
          )}
          {mayEdit && (
            <Button
              variant="subtle"
              size="xs"
              loading={dismiss.isPending}
              aria-label={t('dismissLabel', { title: study.title })}
              onClick={() => dismiss.mutate()}
            >
              {t('dismiss')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
