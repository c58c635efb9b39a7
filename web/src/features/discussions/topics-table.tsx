import type { TopicRow } from '@vesalius/contract/discussions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDay } from './format-day.ts';
import { ShownHtml } from './shown-html.tsx';
import classes from './topics.module.css';

export function TopicsTable({
  topics,
  busy,
  addressOf,
  onDelete,
}: {
  topics: readonly TopicRow[];
  busy: boolean;
  addressOf: (topic: TopicRow) => string;
  onDelete: (topic: TopicRow) => void;
}) {
  const { t } = useTranslation('discussions');
  return (
    <table className={classes.table} aria-busy={busy}>
      <thead>
        <tr>
          <th scope="col">{t('topic')}</th>
          <th scope="col">{t('author')}</th>
          <th scope="col">{t('date')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('confirm')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => (
          <tr key={topic.id}>
            <td className={classes.topic}>
              <Link to={addressOf(topic)} dir="auto">
                {topic.title}
              </Link>
              <ShownHtml html={topic.preview} preview />
              <small>{t('comments', { count: topic.number_of_comments })}</small>
            </td>
            <td>
              <bdi>{topic.topic_owner_name || t('formerMember')}</bdi>
            </td>
            <td className={classes.date}>{formatDay(topic.created_at)}</td>
            <td className={classes.actions}>
              {topic.can_delete && (
                <button
                  type="button"
                  aria-label={t('delete', { title: topic.title })}
                  onClick={() => onDelete(topic)}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M3 4h10M6.5 4V2.5h3V4m-5 0 .6 9.5h5.8l.6-9.5M6.8 6.5v4.5m2.4-4.5v4.5" />
                  </svg>
                </button>
              )}
              <Link to={addressOf(topic)} aria-label={t('open', { title: topic.title })}>
                <svg viewBox="0 0 16 16" aria-hidden="true" className={classes.arrow}>
                  <path d="M3 8h10M9 4l4 4-4 4" />
                </svg>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
