import { useTranslation } from 'react-i18next';
import classes from './about.module.css';
import { Section } from './section.tsx';

const POINTS = ['book', 'lectures', 'tests', 'certificate'] as const;

/** The product in four plain sentences. */
export function About() {
  const { t } = useTranslation('catalogue');
  return (
    <Section id="about" title={t('about.title')} sunk>
      <p className={classes.lead}>{t('about.lead')}</p>
      <dl className={classes.points}>
        {POINTS.map((point) => (
          <div key={point}>
            <dt>{t(`about.${point}.title`)}</dt>
            <dd>{t(`about.${point}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
