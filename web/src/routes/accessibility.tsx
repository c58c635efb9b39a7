import { Anchor, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { SettingSwitch } from '../ui/setting-switch.tsx';

const SECTIONS = ['standard', 'keyboard', 'reading', 'lectures', 'gaps'] as const;
const CHOICES = ['singleKeys', 'messagesStay', 'clipboardFree'] as const;

/** The settings, what the product promises, known gaps, and the contact. */
export default function AccessibilityPage() {
  const { t } = useTranslation('support');
  return (
    <article className="page" style={{ paddingBlock: 'clamp(24px, 5vw, 64px)' }}>
      <PageTitle>{t('accessibility.title')}</PageTitle>
      <div style={{ maxWidth: 'var(--text-width)' }}>
        <Title order={1} size="h2">
          {t('accessibility.title')}
        </Title>
        <Title order={2} size="h3" mt="xl" mb="sm">
          {t('accessibility.settings')}
        </Title>
        {CHOICES.map((name) => (
          <SettingSwitch
            key={name}
            name={name}
            label={t(`accessibility.${name}.label`)}
            hint={t(`accessibility.${name}.hint`)}
          />
        ))}
        <Text size="sm" c="dimmed">
          {t('accessibility.kept')}
        </Text>
        {SECTIONS.map((name) => (
          <section key={name}>
            <Title order={2} size="h3" mt="xl" mb={4}>
              {t(`accessibility.${name}.title`)}
            </Title>
            <Text lh={1.65}>{t(`accessibility.${name}.text`)}</Text>
          </section>
        ))}
        <Title order={2} size="h3" mt="xl" mb={4}>
          {t('accessibility.contact.title')}
        </Title>
        <Text lh={1.65}>{t('accessibility.contact.text')}</Text>
        <Anchor component={Link} to={paths.contact.to()} mt="xs" display="inline-block">
          {t('title')}
        </Anchor>
      </div>
    </article>
  );
}
