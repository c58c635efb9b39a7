import type { Distribution, ProgramOverview } from '@vesalius/contract/programs-overview';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './chapter-chart.module.css';

type Chapter = NonNullable<ProgramOverview['scores']>['chapters'][number];

/**
 * Two histograms on one scale, back to back: up = after, down = before. Their position distinguishes them without
 * color.
 */
export function ChapterChart({ chapter: { test, pre, post } }: { chapter: Chapter }) {
  const { t, i18n } = useTranslation('programs');
  if (pre.count + post.count === 0)
    return (
      <figure className={classes.figure}>
        <figcaption dir="auto">{test.title}</figcaption>
        <p className={classes.none}>{t('overview.noScores')}</p>
      </figure>
    );
  const share = ({ bins, count }: Distribution) => bins.map((bin) => (count === 0 ? 0 : (bin * 100) / count));
  const most = Math.max(...share(pre), ...share(post));
  const mean = (which: Distribution) =>
    which.mean === null ? '' : ` · ${t('overview.mean', { mean: which.mean })}`;
  return (
    <figure className={classes.figure}>
      <figcaption dir="auto">{test.title}</figcaption>
      <div className={classes.plot} aria-hidden="true" dir="ltr">
        {(
          [
            ['post', post],
            ['pre', pre],
          ] as const
        ).map(([turn, which]) => (
          <div key={turn} className={classes.bars} data-turn={turn}>
            {share(which).map((height, index) => (
              <span key={String(index)} style={{ height: `${(height * 100) / most}%` }} />
            ))}
          </div>
        ))}
        <div className={classes.axis}>
          <span>0%</span>
          <span>50%</span>
          <span>100%</span>
        </div>
      </div>
      <p className={classes.legend}>
        <span data-turn="post">
          {t('overview.after')}: {t('students.count', { count: post.count })}
          {mean(post)}
        </span>
        <span data-turn="pre">
          {t('overview.before')}: {t('students.count', { count: pre.count })}
          {mean(pre)}
        </span>
      </p>
      <details className={classes.details}>
        <summary>{t('overview.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('progress.points', { score: '%', total: 100 })}</th>
              <th scope="col">{t('overview.before')}</th>
              <th scope="col">{t('overview.after')}</th>
            </tr>
          </thead>
          <tbody>
            {pre.bins.map((bin, index) => (
              <tr key={String(index)}>
                <th scope="row">
                  {t('overview.range', { from: index * 10, to: index === 9 ? 100 : index * 10 + 9 })}
                </th>
                <td>{formatNumber(bin, i18n.language)}</td>
                <td>{formatNumber(post.bins[index] ?? 0, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
