import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../ui/page-title.tsx';

const SECTIONS = [
  'account',
  'subscription',
  'content',
  'certificates',
  'medicine',
  'privacy',
  'end',
] as const;

/** The terms to accept at registration, in plain words. The provider's lawyers may replace them. */
export default function TermsPage() {
  const { t } = useTranslation('support');
  return (
    <article className="page" style={{ paddingBlock: 'clamp(24px, 5vw, 64px)' }}>
      <PageTitle>{t('terms.title')}</PageTitle>
      <div style={{ maxWidth: 'var(--text-width)' }}>
        <Title order={1} size="h2">
          {t('terms.title')}
        </Title>
        {SECTIONS.map((name) => (
          <section key={name}>
            <Title order={2} size="h3" mt="xl" mb={4}>
              {t(`terms.${name}.title`)}
            </Title>
            <Text lh={1.65}>{t(`terms.${name}.text`)}</Text>
          </section>
        ))}
      </div>
    </article>
  );
}
