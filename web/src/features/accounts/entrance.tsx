import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './accounts.module.css';

/** The layout of pages before sign-in: the form and, on wide screens, the benefits of an account beside it. */
export function Entrance({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('accounts');
  return (
    <div className={classes.entrance}>
      <section className={classes.form}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {intro && (
          <Text c="dimmed" mt="xs">
            {intro}
          </Text>
        )}
        <div className={classes.fields}>{children}</div>
      </section>
      <aside className={classes.promise}>
        <p className={classes.motto}>{t('entrance.motto')}</p>
        <ul>
          <li>{t('entrance.preview')}</li>
          <li>{t('entrance.course')}</li>
          <li>{t('entrance.certificate')}</li>
        </ul>
      </aside>
    </div>
  );
}
