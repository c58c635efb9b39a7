import { Alert, Button, Select, Stack, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin-people';
import type { Role } from '@vesalius/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditedMeanwhile } from '../../lib/api-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SearchMultiSelect } from '../../ui/search-choice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi, bookChoices } from './api.ts';
import { asShown } from './as-shown.ts';
import { programChoices } from './catalogue-api.ts';
import { RoleEnds } from './role-ends.tsx';
import { ROLES } from './roles.ts';

const takesBooks = (role: Role) => role === 'author' || role === 'editor';
const takesPrograms = (role: Role) => role === 'program_director';
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

const areSame = (some: readonly (readonly string[])[], others: typeof some) =>
  some.every((ids, index) => isSame(ids, others[index] ?? []));
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ');

/** Changes the role of an account together with its books or programs, after a confirmation. */
export function PersonRole({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('admin');
  const directed = person.programs.filter((program) => program.as === 'director');
  const shown = asShown(person);
  const { book_ids: ownBooks, produced_book_ids: ownProduced } = shown;
  const ownPrograms = directed.map(({ id }) => id);
  const [role, setRole] = useState<Role>(person.role_name);
  const [bookIds, setBookIds] = useState<string[]>(ownBooks);
  const [producedIds, setProducedIds] = useState<string[]>(ownProduced);
  const [programIds, setProgramIds] = useState<string[]>(ownPrograms);
  const own = [ownBooks, ownProduced, ownPrograms];
  const [seen, setSeen] = useState(own);
  const [asking, setAsking] = useState(false);
  const isStale = !areSame(seen, own);
  if (isStale) {
    const chosen = [bookIds, producedIds, programIds];
    // Updates what another user changed meanwhile. The selection here stays, with a note about the conflict.
    if (areSame(chosen, seen) || areSame(chosen, own)) {
      setSeen(own);
      setBookIds(ownBooks);
      setProducedIds(ownProduced);
      setProgramIds(ownPrograms);
    }
  }
  const name = person.name || person.email;
  const isNewRole = role !== person.role_name;
  const isChanged =
    isNewRole ||
    (takesBooks(role) && !(isSame(bookIds, ownBooks) && isSame(producedIds, ownProduced))) ||
    (takesPrograms(role) && !isSame(programIds, ownPrograms));
  const save = useAct(
    () =>
      adminApi.updatePerson({
        params: { id: person.id },
        body: {
          ...(isNewRole ? { role_name: role } : {}),
          ...(takesBooks(role) ? { book_ids: bookIds, produced_book_ids: producedIds } : {}),
          ...(takesPrograms(role) ? { program_ids: programIds } : {}),
          previous: shown,
        },
      }),
    t(isNewRole ? 'person.roleSaved' : 'person.assignSaved', { name }),
    {
      done: () => setAsking(false),
      complain: (error) => {
        if (isEditedMeanwhile(error)) setAsking(false);
        return false;
      },
    },
  );
  const assignedNow = [...person.books.map(({ title }) => title), ...directed.map((program) => program.name)];
  const left = directed.filter(
    ({ id, is_only_director: isOnly }) => isOnly && !(takesPrograms(role) && programIds.includes(id)),
  );
  const hasNothing =
    (!isNewRole || role === 'customer') &&
    ((takesBooks(person.role_name) && ownBooks.length === 0 && ownProduced.length === 0) ||
      (takesPrograms(person.role_name) && ownPrograms.length === 0));
  const conflict = isStale && (
    <Alert color="yellow" role="status">
      {t('person.changedMeanwhile', { names: assignedNow.join(', ') || t('person.nothingAssigned') })}
    </Alert>
  );
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('person.changeRole')}
      </Title>
      <Stack gap="md">
        <Select
          aria-label={t('person.changeRole')}
          description={t(isSelf ? 'person.ownRole' : 'person.roleHint')}
          allowDeselect={false}
          disabled={isSelf}
          data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(value) => value && setRole(value as Role)}
        />
        {takesBooks(role) && (
          <SearchMultiSelect
            label={t('invite.books')}
            description={t('invite.booksHint')}
            source={bookChoices}
            known={person.books.map(({ id, title }) => ({ value: id, label: title }))}
            value={bookIds}
            onChange={setBookIds}
          />
        )}
        {takesBooks(role) && (
          <SearchMultiSelect
            label={t('invite.produced')}
            description={t('invite.producedHint')}
            source={bookChoices}
            known={person.produced_books.map(({ id, title }) => ({ value: id, label: title }))}
            value={producedIds}
            onChange={setProducedIds}
          />
        )}
        {takesPrograms(role) && (
          <SearchMultiSelect
            label={t('invite.programs')}
            description={t('invite.programsHint')}
            source={programChoices}
            known={directed.map((program) => ({ value: program.id, label: program.name }))}
            value={programIds}
            onChange={setProgramIds}
          />
        )}
        {conflict}
        {hasNothing && !isSelf && (
          <Alert>
            <p>{t('person.nothingLeft', { name, role: t(`role.${person.role_name}`) })}</p>
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                setRole('customer');
                setAsking(true);
              }}
            >
              {t('person.readerAgain')}
            </Button>
          </Alert>
        )}
        <Button
          style={{ alignSelf: 'flex-start' }}
          variant="default"
          disabled={!isChanged}
          onClick={() => setAsking(true)}
        >
          {t('person.saveRole')}
        </Button>
      </Stack>
      {asking && (
        <ConfirmDialog
          title={
            isNewRole
              ? t('person.roleTitle', { name, role: t(`role.${role}`) })
              : t('person.assignTitle', { name })
          }
          confirm={t('person.saveRole')}
          {...(isNewRole && role === 'staff' ? { word: 'staff' } : {})}
          isPending={save.isPending}
          onConfirm={() => save.mutate()}
          onClose={() => setAsking(false)}
        >
          {conflict}
          {takesBooks(role) && bookIds.length === 0 && producedIds.length === 0 && (
            <p>
              <strong>{t('person.noBooks')}</strong>
            </p>
          )}
          {takesPrograms(role) && programIds.length === 0 && (
            <p>
              <strong>{t('person.noPrograms')}</strong>
            </p>
          )}
          {left.length > 0 && (
            <p>
              <strong>{t('person.leavesPrograms', { names: namesOf(left) })}</strong>
            </p>
          )}
          {isNewRole ? <RoleEnds person={person} role={role} /> : t('person.assignText')}
        </ConfirmDialog>
      )}
    </section>
  );
}
