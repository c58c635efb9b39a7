import { Button, Text, Title } from '@mantine/core';
import type { CatalogueProgram } from '@vesalius/contract/publishing-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, RecordTable } from '../../ui/record-list.tsx';
import { useAct } from '../../ui/use-act.ts';
import { AddPerson } from './add-person.tsx';
import { catalogueApi } from './catalogue-api.ts';

type Director = CatalogueProgram['directors'][number];
const nameOf = ({ name, email }: Director) => name || email;

/** The directors of a program: adds and removes existing accounts. */
export function ProgramDirectors({ program }: { program: CatalogueProgram }) {
  const { t } = useTranslation('listings');
  const [asking, setAsking] = useState<Director | null>(null);
  const params = { id: program.id };
  const remove = useAct(
    ({ id: userId }: Director) => catalogueApi.removeProgramDirector({ params: { ...params, userId } }),
    (_none, director) => t('program.directorRemoved', { name: nameOf(director) }),
    { done: () => setAsking(null) },
  );
  const columns: Column<Director>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: (director) => (
        <>
          <Link to={paths.adminPerson.to(director.id)}>
            <bdi>{nameOf(director)}</bdi>
          </Link>
          <small>
            <bdi>{director.email}</bdi>
          </small>
        </>
      ),
    },
    {
      key: 'acts',
      label: t('people.acts'),
      isUnlabeled: true,
      cell: (director) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('people.removeName', { name: nameOf(director) })}
          onClick={() => setAsking(director)}
        >
          {t('people.remove')}
        </Button>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('program.directors')}
      </Title>
      {program.directors.length === 0 ? (
        <Text c="dimmed">{t('program.noDirectors')}</Text>
      ) : (
        <RecordTable
          label={t('program.directors')}
          columns={columns}
          rows={program.directors}
          keyOf={({ id }) => id}
          isNarrow
        />
      )}
      <AddPerson
        label={t('program.addDirector')}
        hint={t('program.addDirectorHint')}
        submit={t('program.addDirectorSubmit')}
        newRole={() => 'program_director'}
        send={(person_id, _role, previous) =>
          catalogueApi.addProgramDirector({ params, body: { person_id, ...(previous ? { previous } : {}) } })
        }
        told={(name) => t('program.directorAdded', { name, title: program.name })}
      />
      {asking && (
        <ConfirmDialog
          title={t('program.removeDirectorTitle', { name: nameOf(asking), program: program.name })}
          confirm={t('people.remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {t('program.removeDirectorText')}
        </ConfirmDialog>
      )}
    </section>
  );
}
