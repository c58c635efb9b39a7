import { useQuery, useQueryClient } from '@tanstack/react-query';
import { printedLabel } from '@vesalius/contract/page-labels';
import type { Work } from '@vesalius/contract/studio';
import type { Operation } from '@vesalius/contract/working-copy';
import { OperationRefused } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { announce } from '../../../ui/announce.ts';
import buttons from '../../../ui/buttons.module.css';
import { notifyError } from '../../../ui/notify.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { UploadList } from '../../../ui/upload-list.tsx';
import { pagesOptions, videosOptions, workOptions } from '../api.ts';
import { shortId } from '../fields/field-spec.ts';
import { FormContext } from '../fields/form-context.ts';
import { Guide } from '../guide/guide.tsx';
import { ArrivingStudies } from '../media/study/arriving-studies.tsx';
import { useAddStudy } from '../media/study/use-add-study.ts';
import { WaitingDecisions } from '../media/study/waiting-decisions.tsx';
import { useWorkSnapshot } from '../model/use-work.ts';
import type { WorkStore } from '../model/work-store.ts';
import { NotSaved } from '../not-saved.tsx';
import { useOpenField } from '../publish/use-open-field.ts';
import { sendFiles, sendingStudies, useAttachments } from './attachments.ts';
import { Conflicts } from './conflicts.tsx';
import classes from './desk.module.css';
import { DeskBar } from './desk-bar.tsx';
import { DeskContext, type DeskParts, followed, type Selection } from './desk-context.ts';
import { fileBecomes, folderOfGroup, mayBeDicom } from './file-becomes.ts';
import { Inspector } from './inspector.tsx';
import { labelRangesOf } from './label-ranges.ts';
import { type Chapter, chaptersOf, type Mark, marksOf } from './marks.ts';
import { moveBorder, moveMark } from './moves.ts';
import { MovesNotice } from './moves-notice.tsx';
import { usePagePicker } from './page-picker.ts';
import { PageStrip } from './page-strip.tsx';
import { PageView } from './page-view.tsx';
import { PagesState } from './pages-state.tsx';
import { ReadingLine } from './reading-line.tsx';
import { UploadLine } from './upload-line.tsx';

/** A working copy: its pages, the open page, and the selection on it. */
export function Desk({ work, store }: { work: Work; store: WorkStore }) {
  const { t } = useTranslation('studio');
  const client = useQueryClient();
  const snapshot = useWorkSnapshot(store);
  const { document } = snapshot;
  const { id: workId, may_edit: mayEdit } = work;
  const pdf = typeof document.pdf === 'string' ? document.pdf : null;
  const { data: pages } = useQuery({ ...pagesOptions(workId, pdf), enabled: pdf !== null });
  const [address, write] = useAddress();
  const [selected, select] = useState<Selection>({ kind: 'book' });
  const picker = usePagePicker();
  const pageCount = pages?.sizes.length ?? 0;
  const page = Math.min(Math.max(1, Number(address.get('page')) || 1), Math.max(1, pageCount));
  const goTo = (next: number) => write({ page: next > 1 ? String(next) : null });
  const change = (...operations: Operation[]) => {
    try {
      if (operations.length > 0) store.change(...operations);
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error;
      notifyError(t(`refusal.${error.code}`));
    }
  };
  const addStudy = useAddStudy(workId);
  const uploads = useAttachments(
    workId,
    (file, target) => {
      if (target.kind === 'study') return;
      void client.invalidateQueries(workOptions(workId));
      void client.invalidateQueries(videosOptions(workId));
      const operations = fileBecomes(store.snapshot().document, file, target);
      const name = file.original_name;
      if (!operations)
        notifyError(t(target.kind === 'tracks' ? 'file.notCaptions' : 'file.notOnPage', { name }));
      else change(...operations);
      announce(t('file.arrived', { name }));
    },
    (error, name) => notifyError(t('file.failed', { name, reason: error.message })),
    addStudy.mutate,
  );
  const chapters = chaptersOf(document);
  const marks = marksOf(document);
  const ranges = labelRangesOf(document);
  const labelOf = (each: number) => printedLabel(each, ranges, pages?.labels ?? []);
  const form = { workId, document, mayEdit, change };
  const desk: DeskParts | undefined = pages && {
    ...form,
    ...{ pages, pageCount, page, select, chapters, labelOf, marks },
    selection: followed(selected, marks),
    shopPrice: snapshot.publication.price,
    revision: snapshot.publication.revision,
    ...picker,
    goTo,
    choosePage: (chosen) => {
      goTo(chosen);
      picker.take?.(chosen);
    },
    moveTo: (mark: Mark, to: number) => {
      if (to < 1 || to > pageCount) return announce(t('moved.end'));
      change(...moveMark(document, mark, to));
      announce(t('moved.mark', { name: mark.title, label: labelOf(to) }));
    },
    moveChapter: (chapter: Chapter, to: number) => {
      const operations = to > pageCount ? null : moveBorder(document, chapter.id, to);
      if (!operations) return announce(t('moved.chapterStays', { name: chapter.title }));
      change(...operations);
      announce(t('moved.chapter', { name: chapter.title, label: labelOf(to) }));
    },
    dropFiles: ({ files, inFolders }, to) => {
      const images = [...files, ...inFolders].filter(mayBeDicom);
      const others = (images.length > 0 ? files : [...files, ...inFolders]).filter(
        (file) => !mayBeDicom(file),
      );
      if (others.length > 0) sendFiles(others, { workId, target: { kind: 'page', page: to } });
      if (images.length === 0) return;
      const group = shortId();
      // Readers see the title: the names of files and folders may name the patient.
      const target = { kind: 'study', page: to, group, title: t('study.title') } as const;
      sendFiles(images, { workId, target, folder: folderOfGroup(group) });
    },
  };
  const isReady = desk && pages?.state === 'ready';
  const isPublished =
    snapshot.publication.revision !== null || snapshot.publication.pending?.state === 'waiting';
  const guide = mayEdit && snapshot.publication.revision === null && (
    <Guide {...{ workId, document, isPublished, hasPages: isReady === true }} />
  );
  const notSaved = <NotSaved workId={workId} kept={snapshot.unsaved} onDiscard={store.discard} />;
  useOpenField(document, select, isReady ? pageCount : 0);
  return (
    <div className={classes.desk} data-fills-window>
      <DeskBar
        workId={workId}
        store={store}
        snapshot={snapshot}
        mayEdit={mayEdit}
        people={work.people}
        page={isReady ? page : null}
      />
      {!mayEdit && <ReadingLine people={work.people} hasEnded={snapshot.hasEnded} />}
      <FormContext value={form}>
        {desk && pdf !== null ? (
          <DeskContext value={desk}>
            {isReady && mayEdit && <MovesNotice workId={workId} store={store} pdf={pdf} />}
            <div className={classes.parts} data-without-pages={!isReady || undefined}>
              {isReady ? (
                <>
                  <PageStrip />
                  <PageView />
                </>
              ) : (
                <PagesState {...{ workId, store, pdf, mayEdit }} pages={desk.pages} />
              )}
              <aside className={classes.side}>
                {guide}
                {notSaved}
                <Conflicts store={store} disputes={snapshot.disputes} />
                {mayEdit && <WaitingDecisions workId={workId} version={snapshot.version} />}
                <ArrivingStudies uploads={uploads.uploads} />
                <UploadList {...listActs(uploads)} />
                <Inspector />
              </aside>
            </div>
          </DeskContext>
        ) : (
          <>
            <EmptyState
              title={t('desk.noPdf')}
              action={
                mayEdit && (
                  <Link className={buttons.primary} to={paths.studioStart.to(workId)}>
                    {t('desk.start')}
                  </Link>
                )
              }
            />
            {notSaved}
            {guide && <div className={classes.guide}>{guide}</div>}
          </>
        )}
      </FormContext>
      <UploadLine uploads={uploads.uploads} onRemove={uploads.remove} />
    </div>
  );
}

type Uploads = ReturnType<typeof useAttachments>;
const listActs = ({ uploads, pause, resume, remove }: Uploads) => ({
  ...{ uploads: sendingStudies(uploads).others, onPause: pause, onResume: resume, onRemove: remove },
});
