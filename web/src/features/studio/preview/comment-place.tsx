import type { WorkComment } from '@vesalius/contract/work-comments';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import classes from './comments.module.css';
import { usePageNames } from './use-page-names.ts';

/** What a comment is about, as a link or as a description of where it was. */
export function CommentPlace({
  workId,
  thread,
  goTo,
}: {
  workId: string;
  thread: WorkComment;
  goTo: (thread: WorkComment) => void;
}) {
  const { t } = useTranslation('publishing');
  const nameOf = usePageNames(workId);
  const { quote } = thread;
  const isThere = thread.page !== null && !isGone(thread);
  return (
    <>
      {isThere ? (
        <button type="button" className={classes.place} title={pageInFile()} onClick={() => goTo(thread)}>
          <bdi>{placeText()}</bdi>
        </button>
      ) : (
        <span className={classes.place}>{goneText()}</span>
      )}
      {quote && (
        <blockquote className={classes.quote} dir="auto">
          {quote.text}
        </blockquote>
      )}
    </>
  );

  function placeText(): string {
    const { lecture, question, page } = thread;
    if (lecture)
      return t('comments.atLecture', { time: formatDuration(lecture.second), title: lecture.title });
    if (question) return t('comments.atQuestion', { title: question.title });
    return page === null ? '' : t('comments.page', { page: nameOf(page).label });
  }
  function pageInFile(): string | undefined {
    const { lecture, question, page } = thread;
    return lecture || question || page === null ? undefined : nameOf(page).inFile;
  }
  function goneText(): string {
    const { lecture, question, was_page: page } = thread;
    if (lecture)
      return t('comments.goneLecture', { time: formatDuration(lecture.second), title: lecture.title });
    if (question) return t('comments.goneQuestion', { title: question.title });
    return page === null ? t('comments.gone') : t('comments.gonePage', { page });
  }
}

const isGone = ({ lecture, question }: WorkComment) => lecture?.id === null || question?.id === null;
