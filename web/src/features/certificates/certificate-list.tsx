import { Skeleton, UnstyledButton } from '@mantine/core';
import type { Certificate } from '@vesalius/contract/certificates';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import classes from './certificate-list.module.css';

/** Certificates as small previews; each opens in full size. */
export function CertificateList({
  certificates,
  onOpen,
}: {
  certificates: readonly Certificate[];
  onOpen: (certificate: Certificate) => void;
}) {
  return (
    <ul className={classes.list}>
      {certificates.map((certificate) => (
        <Item key={certificate.id} item={certificate} onOpen={() => onOpen(certificate)} />
      ))}
    </ul>
  );
}

function Item({ item, onOpen }: { item: Certificate; onOpen: () => void }) {
  const { t, i18n } = useTranslation('certificates');
  const { certificate } = item;
  const kind = certificate.certificate_type;
  const amount =
    kind === 'hours'
      ? t('hours', { count: certificate.hours_of_participation })
      : certificate.credits_claimed === null
        ? t('creditsOpen', { count: certificate.credits_maximum ?? 0 })
        : t('credits', { count: certificate.credits_claimed });
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.mini}
        onClick={onOpen}
        aria-label={`${t('openOf', { title: item.book_title })}: ${t(`kinds.${kind}`)}`}
      >
        <span className={classes.kind}>
          {t(kind === 'credit' ? 'diploma.headingCredit' : 'diploma.headingHours')}
        </span>
        <span className={classes.name} dir="auto">
          {item.user_name}
        </span>
        <span className={classes.title} dir="auto">
          {certificate.certificate_title}
        </span>
        <span className={classes.seal} data-kind={kind} aria-hidden="true">
          V
        </span>
      </UnstyledButton>
      <div className={classes.facts}>
        <h2>
          <bdi>{item.book_title}</bdi>
        </h2>
        <p>{amount}</p>
        <p>{t('issuedOn', { date: formatDate(item.issue_date, i18n.language) })}</p>
      </div>
    </li>
  );
}

export function CertificateListSkeleton() {
  return (
    <Placeholder className={classes.list}>
      {Array.from({ length: PAGE_SIZE.certificates / 2 }, (_none, index) => (
        <div key={String(index)} className={classes.item}>
          <Skeleton style={{ aspectRatio: '1750 / 1250' }} />
          <Skeleton h={18} w="70%" />
          <Skeleton h={14} w="40%" />
        </div>
      ))}
    </Placeholder>
  );
}
