import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Work } from '@vesalius/contract/studio';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/notify.ts';
import { UploadList } from '../../../ui/upload-list.tsx';
import { pagesOptions, workOptions } from '../api.ts';
import { sendFiles, useAttachments } from '../desk/attachments.ts';
import { fileBecomes } from '../desk/file-becomes.ts';
import { SaveLine } from '../model/save-line.tsx';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { PagesStopped } from './pages-stopped.tsx';
import { PdfDrop } from './pdf-drop.tsx';
import { Preparing } from './preparing.tsx';
import { ProposalsList } from './proposals-list.tsx';

/** The progress of a book's PDF: upload, pages, then proposed facts. */
export function StartWork({ work, store }: { work: Work; store: WorkStore }) {
  const { t } = useTranslation('studio');
  const client = useQueryClient();
  const { document, saving } = useWorkSnapshot(store);
  const pdf = typeof document.pdf === 'string' ? document.pdf : null;
  const { data: pages } = useQuery({ ...pagesOptions(work.id, pdf), enabled: pdf !== null });
  const { uploads, pause, resume, remove } = useAttachments(
    work.id,
    (file, target) => {
      const operations = fileBecomes(store.snapshot().document, file, target);
      if (operations) store.change(...operations);
      void client.invalidateQueries(workOptions(work.id));
    },
    (error, name) => notifyError(t('file.failed', { name, reason: error.message })),
  );
  const state = pages?.state;
  // The proposed cover became a file of the work while its pages were prepared.
  useEffect(() => {
    if (state === 'ready') void client.invalidateQueries(workOptions(work.id));
  }, [client, state, work.id]);
  const send = (file: File) =>
    sendFiles([file], { workId: work.id, target: { kind: 'field', path: ['pdf'] } });
  const isSending = uploads.some((upload) => upload.state !== 'refused');
  const isWaiting = !isSending && (pdf === null || state === 'failed' || state === 'none');
  return (
    <>
      <p>
        <SaveLine saving={saving} />
      </p>
      <UploadList uploads={uploads} onPause={pause} onResume={resume} onRemove={remove} />
      {pdf !== null && !isSending && pages?.was_stopped && (
        <PagesStopped {...{ workId: work.id, pdf }} mayEdit={work.may_edit} />
      )}
      {pdf !== null && !isSending && pages && !pages.was_stopped && <Preparing pages={pages} />}
      {work.may_edit && isWaiting && <PdfDrop isBusy={false} onPdf={send} />}
      {state === 'ready' && (
        <ProposalsList
          work={work}
          document={document}
          proposals={pages?.proposals ?? {}}
          onTake={(...operations) => void store.change(...operations)}
        />
      )}
    </>
  );
}
