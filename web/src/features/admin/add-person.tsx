import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { SearchSelect } from '../../ui/search-choice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { personChoices } from './api.ts';

/** Finds and adds an existing account, with a role if there is a choice. */
export function AddPerson<Role extends string>({
  label,
  hint,
  submit,
  roles,
  send,
  told,
}: {
  label: string;
  hint: string;
  submit: string;
  roles?: readonly { value: Role; label: string }[];
  send: (personId: string, role: Role) => Promise<unknown>;
  told: string;
}) {
  const { t } = useTranslation('listings');
  const errors = useFieldErrors();
  const [personId, setPersonId] = useState<string | null>(null);
  const [role, setRole] = useState(roles?.[0]?.value ?? ('' as Role));
  const [complaint, setComplaint] = useState<string | null>(null);
  const add = useAct((id: string) => send(id, role), told, {
    done: () => setPersonId(null),
    complain: (error) => {
      const text = errors.fromServer(error)?.person_id ?? null;
      setComplaint(text);
      return text !== null;
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (personId) add.mutate(personId);
      }}
    >
      <Stack gap="sm" mt="md">
        <SearchSelect
          key={personId === null ? 'none' : 'one'}
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
          loading={add.isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
