import { Button, Group, Pagination, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Certificate } from '@vesalius/contract/certificates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { certificatesOptions, singleCertificateOptions } from '../features/certificates/api.ts';
import listClasses from '../features/certificates/certificate-list.module.css';
import { CertificateList, CertificateListSkeleton } from '../features/certificates/certificate-list.tsx';
import { CertificateModal } from '../features/certificates/certificate-modal.tsx';
import { PendingCertificates } from '../features/certificates/pending-certificates.tsx';
import { RevokedCertificates } from '../features/certificates/revoked-certificates.tsx';
import { TranscriptButtons } from '../features/certificates/transcript-buttons.tsx';
import { isRefusal } from '../lib/api-client.ts';
import { formatDate } from '../lib/formats.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { certificateStepLinks } from './certificate-step-links.ts';

/** `/certificates`: six per page. `?book=` opens that book's certificate and issues it if it is earned. */
export default function CertificatesPage() {
  const { t, i18n } = useTranslation('certificates');
  const role = useSession()?.role;
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const bookId = search.get('book');
  const { data, error, refetch } = useQuery(certificatesOptions(page));
  const ofBook = useQuery({ ...singleCertificateOptions(bookId ?? ''), enabled: bookId !== null });
  const [chosen, setChosen] = useState<Certificate | null>(null);
  const opened = chosen ?? (bookId ? (ofBook.data ?? null) : null);
  // An address of a book whose certificate is not valid is about that book alone.
  const isRefused = bookId !== null && isRefusal(ofBook.error);
  const isAsked = ({ book_id }: { book_id: string }) => !isRefused || book_id === bookId;
  const pending = (data?.pending ?? []).filter(isAsked);
  const revoked = (data?.revoked ?? []).filter(isAsked);
  const hint = revoked[0]
    ? t('revoked.ofBook', { date: formatDate(revoked[0].revoked_at, i18n.language) })
    : t(pending.length > 0 ? 'pending.below' : 'notValidHint');
  const close = () => {
    setChosen(null);
    if (bookId) setSearch({}, { replace: true });
  };
  return (
    <div className="page">
      <PageTitle>{t('title')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Text c="dimmed" mb="xl" maw="60ch">
        {t('intro')}
      </Text>
      {bookId && ofBook.error && !isRefusal(ofBook.error) && (
        <FailedState error={ofBook.error} onRetry={() => void ofBook.refetch()} />
      )}
      {isRefused && (
        <EmptyState
          title={t('notValid')}
          hint={hint}
          action={
            <Group mt="sm" gap="sm" justify="center">
              <Button component={Link} to={paths.bookProfile.to(bookId)} variant="default">
                {t('toBook')}
              </Button>
              {data && data.metadata.count > 0 && (
                <Button component={Link} to={paths.certificates.to()} variant="default">
                  {t('toAll')}
                </Button>
              )}
            </Group>
          }
        />
      )}
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CertificateListSkeleton />}
      {data?.metadata.count === 0 && !bookId && pending.length === 0 && revoked.length === 0 && (
        <EmptyState
          title={t('none')}
          hint={t('noneHint')}
          {...(role === 'customer'
            ? {
                action: (
                  <Button component={Link} to={paths.myBooks.to()} mt="sm">
                    {t('toMyBooks')}
                  </Button>
                ),
              }
            : {})}
        />
      )}
      <PendingCertificates pending={pending} links={certificateStepLinks} />
      <RevokedCertificates revoked={revoked} />
      {data && data.metadata.count > 0 && !isRefused && (
        <>
          <CertificateList certificates={data.data} onOpen={setChosen} />
          {data.metadata.pages > 1 && (
            <Pagination
              mt="xl"
              total={data.metadata.pages}
              value={page}
              onChange={(next) => setSearch(next === 1 ? {} : { page: String(next) })}
              getItemProps={(number) => ({
                'aria-label': t('page', { page: number, pages: data.metadata.pages }),
              })}
              aria-label={t('pagination')}
            />
          )}
          <div className={listClasses.foot}>
            <TranscriptButtons />
          </div>
        </>
      )}
      {opened && (
        <CertificateModal
          key={opened.id}
          certificate={opened}
          onClose={close}
          verifyLink={paths.verifyCertificate.to}
        />
      )}
    </div>
  );
}
