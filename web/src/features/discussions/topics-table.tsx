import type { TopicRow } from '@vesalius/contract/discussions';
import { ArrowRight, Trash } from 'lucide';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
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
                  <Icon icon={Trash} size={18} />
                </button>
              )}
              <Link to={addressOf(topic)} aria-label={t('open', { title: topic.title })}>
                <Icon icon={ArrowRight} size={18} className={classes.arrow} />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
