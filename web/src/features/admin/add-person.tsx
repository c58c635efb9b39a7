import { Button, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Person } from '@vesalius/contract/admin-people';
import type { Role as AccountRole } from '@vesalius/contract/calls';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError } from '../../ui/notify.ts';
import { SearchSelect } from '../../ui/search-choice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi, personChoices } from './api.ts';
import { asShown } from './as-shown.ts';
import { RoleEnds } from './role-ends.tsx';

const isReader = ({ role_name: role }: Person) => role === 'customer';

/** Finds and adds an existing account, with a role if there is a choice. A reader gets a new role by it, after a question. */
export function AddPerson<Role extends string>({
  label,
  hint,
  submit,
  roles,
  newRole,
  send,
  told,
}: {
  label: string;
  hint: string;
  submit: string;
  roles?: readonly { value: Role; label: string }[];
  /** The role that a reader gets by it: asked about first. Accounts with another role keep it. */
  newRole: (role: Role) => AccountRole;
  send: (personId: string, role: Role, previous: ReturnType<typeof asShown> | undefined) => Promise<unknown>;
  told: (name: string, role: Role) => string;
}) {
  const { t, i18n } = useTranslation('listings');
  const errors = useFieldErrors();
  const [personId, setPersonId] = useState<string | null>(null);
  const [role, setRole] = useState(roles?.[0]?.value ?? ('' as Role));
  const [complaint, setComplaint] = useState<string | null>(null);
  const [asked, setAsked] = useState<Person | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [added, setAdded] = useState(0);
  const done = () => {
    setAsked(null);
    setPersonId(null);
    setAdded(added + 1);
  };
  // The button is disabled until another account is chosen.
  useEffect(() => {
    if (added > 0) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [added]);
  const add = useAct(
    (person: Person) => send(person.id, role, isReader(person) ? asShown(person) : undefined),
    (_none, { name, email }) => told(name || email, role),
    {
      done,
      complain: (error) => {
        setAsked(null);
        const text = errors.fromServer(error)?.person_id ?? null;
        setComplaint(text);
        return text !== null;
      },
    },
  );
  // Asked anew each time: what ends may have changed since the account was chosen.
  const look = useMutation({
    mutationFn: (id: string) => adminApi.getPerson({ params: { id } }),
    onSuccess: (person) => (isReader(person) ? setAsked(person) : add.mutate(person)),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const isPending = look.isPending || add.isPending;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (personId && !isPending) look.mutate(personId);
      }}
    >
      <Stack gap="sm" mt="md">
        <SearchSelect
          key={added}
          label={label}
          description={hint}
          source={personChoices}
          value={personId}
          error={complaint}
          onChange={(id) => {
            setPersonId(id);
            setComplaint(null);
          }}
        />
        {roles && (
          <Select
            label={t('people.role')}
            allowDeselect={false}
            data={[...roles]}
            value={role}
            onChange={(value) => value && setRole(value as Role)}
          />
        )}
        <Button
          type="submit"
          variant="default"
          disabled={!personId}
          loading={isPending && !asked}
          style={{ alignSelf: 'flex-start' }}
        >
          {submit}
        </Button>
      </Stack>
      {asked && (
        <ConfirmDialog
          title={t('person.roleTitle', {
            ns: 'admin',
            name: asked.name || asked.email,
            role: t(`role.${newRole(role)}`, { ns: 'admin' }),
          })}
          confirm={submit}
          isPending={add.isPending}
          onConfirm={() => add.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <RoleEnds person={asked} role={newRole(role)} />
        </ConfirmDialog>
      )}
    </form>
  );
}
