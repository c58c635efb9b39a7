import { Text } from '@mantine/core';
import type { Verification } from '@vesalius/contract/certificates';
import { CircleCheck, CircleX } from 'lucide';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import { earnedSentence } from './earned-sentence.ts';
import { editionName } from './edition.ts';
import classes from './verification.module.css';

/** What the public sees about a valid certificate number. */
export function VerificationFacts({ found }: { found: Verification }) {
  const { t, i18n } = useTranslation('certificates');
  const valid = found.status === 'valid';
  const amount =
    found.certificate_type === 'hours'
      ? t('hours', { count: found.hours_of_participation })
      : found.credits_claimed === null
        ? t('verify.notClaimed')
        : t('verify.ofMaximum', { claimed: found.credits_claimed, max: found.credits_maximum });
  const earned = earnedSentence(found, t, i18n.language);
  const facts: [label: string, value: string, strong?: boolean][] = [
    [t('verify.holder'), found.user_name, true],
    [t('verify.activity'), found.certificate_title],
    [
      t('verify.work'),
      t('diploma.work', { title: found.book_title, edition: editionName(found.book_version, t) }),
    ],
    [t('verify.authors'), found.author_name],
    [t('verify.kind'), t(`kinds.${found.certificate_type}`)],
    [t('verify.amount'), amount],
    ...(earned ? [[t('verify.awardedFor'), earned] as [string, string]] : []),
    [t('verify.bookCompleted'), t(found.book_completed ? 'verify.yes' : 'verify.testOnly')],
    [t('verify.completed'), formatDate(found.submission_date, i18n.language)],
    [t('verify.issued'), formatDate(found.issue_date, i18n.language)],
    [t('verify.issuer'), found.provider ?? t('verify.byName')],
    [t('verify.number'), found.certificate_unique_id],
  ];
  if (found.revoked_at)
    facts.splice(-1, 0, [t('verify.revokedOn'), formatDate(found.revoked_at, i18n.language), true]);
  return (
    <div className={classes.result}>
      <div className={classes.head} data-bad={!valid || undefined} role="status">
        <Icon icon={valid ? CircleCheck : CircleX} size={32} weight={2} />
        <h2>{t(valid ? 'verify.valid' : 'verify.revoked')}</h2>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value, strong]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-strong={strong || undefined}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {found.replaces_issue_of && (
        <Text size="sm" c="dimmed">
          {t('verify.replaces', { date: formatDate(found.issue_date, i18n.language) })}
        </Text>
      )}
    </div>
  );
}
