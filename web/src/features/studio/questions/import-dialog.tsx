import { Button, FileButton, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportTarget } from '@vesalius/contract/work-questions';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { fingerprintOf } from '../../../lib/kept-uploads.ts';
import { newId } from '../../../lib/new-id.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { useUploads } from '../../../product/use-uploads.ts';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';
import { UploadList } from '../../../ui/upload-list.tsx';
import { workOptions, workQuestionsApi } from '../api.ts';
import { useDesk } from '../desk/desk-context.ts';
import classes from './import.module.css';
import { ImportPreview } from './import-preview.tsx';
import { ImportTargetFields } from './import-target.tsx';
import { useErrorToast } from './use-error-toast.ts';

/**
 * Imports a file of questions: uploads and reads it, previews the result, and then imports it in one step that can be
 * undone.
 */
export function ImportDialog({ list, onClose }: { list: Path; onClose: () => void }) {
  const { t, i18n } = useTranslation('questions');
  const { workId } = useDesk();
  useReturnsFocus();
  const { uploads, add, pause, resume, remove } = useUploads();
  const [fileId, setFileId] = useState<string | null>(null);
  const upload = uploads.find(({ id }) => id === fileId);
  const uploadId = upload?.result?.uploadId ?? null;
  const read = useQuery({
    queryKey: keyOf('studio', 'questionFile', workId, uploadId),
    queryFn: ({ signal }) =>
      workQuestionsApi.readQuestionFile({
        params: { id: workId },
        body: { upload_id: uploadId ?? '' },
        signal,
      }),
    enabled: uploadId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const forget = () => {
    if (fileId) remove(fileId);
    setFileId(null);
  };
  const close = () => {
    forget();
    onClose();
  };
  const choose = (file: File | null | undefined) => {
    if (!file) return;
    forget();
    setFileId(fingerprintOf(file));
    add([file]);
  };
  const number = (value: number) => formatNumber(value, i18n.language);
  const take = useTake({ uploadId, onDone: close });
  const count = read.data?.questions.length ?? 0;
  const [target, setTarget] = useState<ImportTarget>({ kind: 'list', path: list });
  const [mode, setMode] = useState<'append' | 'replace'>('append');
  return (
    <Modal
      opened
      size="xl"
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('import.close') }}
      onClose={close}
    >
      <section
        className={classes.drop}
        aria-label={t('import.file')}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
      >
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} variant={count > 0 ? 'default' : 'filled'}>
              {t(fileId ? 'import.other' : 'import.choose')}
            </Button>
          )}
        </FileButton>
        <p>{t('import.hint')}</p>
      </section>
      {upload && upload.state !== 'done' && (
        <UploadList uploads={[upload]} onPause={pause} onResume={resume} onRemove={forget} />
      )}
      {uploadId && !read.data && !read.error && (
        <div role="status">
          <p>{t('import.reading')}</p>
          <Skeleton h={160} />
        </div>
      )}
      {read.error && !read.data && <FailedState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <ImportPreview read={read.data} />}
      {count > 0 && (
        <>
          <ImportTargetFields
            {...{ list, target, mode }}
            named={read.data?.questions.filter(({ page }) => page !== undefined).length ?? 0}
            count={count}
            onTarget={setTarget}
            onMode={setMode}
          />
          <div className={classes.acts}>
            <Button loading={take.isPending} onClick={() => take.mutate({ target, mode })}>
              {t('import.take', { count, number: number(count) })}
            </Button>
            <Button variant="default" onClick={close}>
              {t('import.cancel')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

function useTake({ uploadId, onDone }: { uploadId: string | null; onDone: () => void }) {
  const { t, i18n } = useTranslation('questions');
  const { workId } = useDesk();
  const client = useQueryClient();
  const tell = useErrorToast();
  // The step's id stays the same when its answer is lost; another choice is another step.
  const [step] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: (wish: { target: ImportTarget; mode: 'append' | 'replace' }) => {
      const name = JSON.stringify([uploadId, wish]);
      const id = step.get(name) ?? newId();
      step.set(name, id);
      const body = { id, upload_id: uploadId ?? '', ...wish };
      return workQuestionsApi.importQuestions({ params: { id: workId }, body });
    },
    onSuccess: ({ outcome, taken }) => {
      void client.invalidateQueries(workOptions(workId));
      if (outcome.state === 'refused') return notifyError(outcome.refusal.message);
      notifySuccess(t('import.done', { count: taken, number: formatNumber(taken, i18n.language) }));
      onDone();
    },
    onError: tell,
  });
}
