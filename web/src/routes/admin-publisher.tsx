import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import classes from '../features/admin/admin.module.css';
import { publisherOptions } from '../features/admin/catalogue-api.ts';
import { ListingPage } from '../features/admin/listing-page.tsx';
import { PublisherForm } from '../features/admin/publisher-form.tsx';
import { paths } from '../lib/paths.ts';

/** A publisher, or a new one at `/admin/publishers/new`. */
export default function AdminPublisherPage() {
  const { t } = useTranslation('listings');
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const isNew = id === 'new';
  const query = useQuery({ ...publisherOptions(id), enabled: !isNew });
  return (
    <ListingPage
      title={isNew ? t('publisher.new') : (query.data?.name ?? t('publisher.title'))}
      query={query}
      fresh={
        isNew && (
          <PublisherForm
            listing={null}
            onDone={(made) => void navigate(paths.adminPublisher.to(made), { replace: true })}
          />
        )
      }
    >
      {(publisher) => (
        <div className={classes.columns}>
          <PublisherForm key={publisher.id} listing={publisher} onDone={() => {}} />
          <section>
            <Title order={2} size="h3" mb="sm">
              {t('column.books')}
            </Title>
            {publisher.books.length === 0 ? (
              <Text c="dimmed">{t('publisher.noBooks')}</Text>
            ) : (
              <ul>
                {publisher.books.map((book) => (
                  <li key={book.id}>
                    <Anchor component={Link} to={paths.adminBook.to(book.id)}>
                      <bdi>{book.title}</bdi>
                    </Anchor>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </ListingPage>
  );
}
