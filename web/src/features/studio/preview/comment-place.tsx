import type { WorkComment } from '@vesalius/contract/work-comments';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/formats.ts';
import classes from './comments.module.css';

/** What a comment is about, as a link or as a description of where it was. */
export function CommentPlace({ thread, goTo }: { thread: WorkComment; goTo: (thread: WorkComment) => void }) {
  const { t } = useTranslation('publishing');
  const { quote } = thread;
  const isThere = thread.page !== null && !isGone(thread);
  return (
    <>
      {isThere ? (
        <button type="button" className={classes.place} onClick={() => goTo(thread)}>
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
    return t('comments.page', { page });
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
