import type { SectionResult } from '@vesalius/contract/assessments-questions';
import { SECTION_ALERT_BELOW_PERCENT } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import classes from './result.module.css';

/** Results by section: before, after, and which pages to read. */
export function SectionResults({ sections }: { sections: readonly SectionResult[] }) {
  const { t } = useTranslation('assessments');
  const improved = sections.some(({ post_test_score_percentage: post }) => post !== null);
  if (sections.length === 0) return null;
  return (
    <section>
      <h3>{t(improved ? 'result.improvement' : 'result.sections')}</h3>
      {improved && (
        <div className={classes.key} aria-hidden="true">
          <span>
            <Dot kind="before" /> {t('result.before')}
          </span>
          <span>
            <Dot kind="after" /> {t('result.after')}
          </span>
        </div>
      )}
      <ul className={classes.sections}>
        {sections.map((section) => (
          <li key={`${section.section_from} ${section.name}`} className={classes.section}>
            <bdi className={classes.name}>{section.name}</bdi>
            <span className={classes.value}>{t('percent', { value: section.percentage ?? 0 })}</span>
            <Track section={section} />
            <p>
              {t(section.section_from === section.section_to ? 'result.page' : 'result.pages', {
                from: section.section_from,
                to: section.section_to,
              })}{' '}
              · <bdi>{section.message}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Dot({ kind }: { kind: 'before' | 'after' }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <circle className={classes[kind]} cx="6" cy="6" r="4.5" />
    </svg>
  );
}

/** Draws the improvement on a line from 0 to 100. */
function Track({ section }: { section: SectionResult }) {
  const { t } = useTranslation('assessments');
  const { name, pre_test_score_percentage: pre, post_test_score_percentage: post } = section;
  const before = pre ?? 0;
  const now = post ?? before;
  const label =
    post === null
      ? `${name}: ${t('percent', { value: before })}`
      : t('result.improvementOf', { name, before, after: post });
  // A position in percent of the width; the margin at both ends is the radius of the dots.
  const at = (percent: number) => `${1.5 + percent * 0.97}%`;
  return (
    <svg className={classes.track} width="100%" height="22" role="img" aria-label={label}>
      <line className={classes.line} x1={at(0)} x2={at(100)} y1="11" y2="11" />
      <line
        className={classes.threshold}
        x1={at(SECTION_ALERT_BELOW_PERCENT)}
        x2={at(SECTION_ALERT_BELOW_PERCENT)}
        y1="1"
        y2="21"
      />
      <line
        className={classes.gain}
        data-down={now < before || undefined}
        x1={at(post === null ? 0 : before)}
        x2={at(now)}
        y1="11"
        y2="11"
      />
      {post === null ? (
        <circle className={classes.after} cx={at(before)} cy="11" r="6" />
      ) : (
        <>
          <circle className={classes.before} cx={at(before)} cy="11" r="5" />
          <circle className={classes.after} cx={at(post)} cy="11" r="6" />
        </>
      )}
    </svg>
  );
}
