import { Badge, Button, Text, Title } from '@mantine/core';
import { BOOK_ROLES, type BookPerson, type CatalogueBook } from '@vesalius/contract/publishing-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, RecordTable } from '../../ui/record-list.tsx';
import { useAct } from '../../ui/use-act.ts';
import { AddPerson } from './add-person.tsx';
import { catalogueApi } from './catalogue-api.ts';

const nameOf = ({ person, email }: BookPerson) => person?.name || email;

/** The authors, editors and producers of a book. */
export function BookPeople({ book }: { book: CatalogueBook }) {
  const { t } = useTranslation('listings');
  const [asking, setAsking] = useState<BookPerson | null>(null);
  const navigate = useNavigate();
  const asked = asking?.person;
  const params = { id: book.id };
  const remove = useAct(
    ({ email, role }: BookPerson) =>
      catalogueApi.removeBookPerson({ params, query: { email, book_role: role } }),
    (_none, person) => t('people.removed', { name: nameOf(person) }),
    {
      done: () => setAsking(null),
      ...(asked
        ? {
            undo: {
              label: t('people.openAccount'),
              run: () => void navigate(paths.adminPerson.to(asked.id)),
            },
          }
        : {}),
    },
  );
  const columns: Column<BookPerson>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: (row) => (
        <>
          {row.person ? (
            <Link to={paths.adminPerson.to(row.person.id)}>
              <bdi>{nameOf(row)}</bdi>
            </Link>
          ) : (
            <bdi>{row.email}</bdi>
          )}
          {row.named_by === 'book_folder' && (
            <Badge ms="xs" variant="outline" tt="none">
              {t('people.byFolder')}
            </Badge>
          )}
          {row.person ? (
            <small>
              <bdi>{row.email}</bdi>
            </small>
          ) : (
            <small>{t('people.noAccount')}</small>
          )}
          {row.is_idle && <small>{t('people.idle')}</small>}
        </>
      ),
    },
    { key: 'role', label: t('people.role'), cell: ({ role }) => t(`role.${role}`) },
    {
      key: 'acts',
      label: t('people.acts'),
      isUnlabeled: true,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('people.removeName', { name: `${nameOf(row)}, ${t(`role.${row.role}`)}` })}
          onClick={() => setAsking(row)}
        >
          {t('people.remove')}
        </Button>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('book.people')}
      </Title>
      {book.people.length === 0 ? (
        <Text c="dimmed">{t('people.none')}</Text>
      ) : (
        <RecordTable
          label={t('book.people')}
          columns={columns}
          rows={book.people}
          keyOf={({ email, role }) => `${role} ${email}`}
        />
      )}
      <AddPerson
        label={t('people.add')}
        hint={t('people.addHint')}
        submit={t('people.addSubmit')}
        roles={BOOK_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        newRole={(role) => (role === 'editor' ? 'editor' : 'author')}
        send={(person_id, role, previous) =>
          catalogueApi.addBookPerson({ params, body: { person_id, role, ...(previous ? { previous } : {}) } })
        }
        told={(name, role) => t(`people.added.${role}`, { name, title: book.title })}
      />
      {asking && (
        <ConfirmDialog
          title={t('people.removeTitle', { name: nameOf(asking), title: book.title })}
          confirm={t('people.remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {t(`people.removeText.${asking.role}`)} {asked && t('people.roleStays')}{' '}
          {asking.named_by === 'book_folder' && t('people.removeFolder')}
        </ConfirmDialog>
      )}
    </section>
  );
}
