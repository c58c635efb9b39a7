import { Badge, Button, Group, Text, TextInput, Title } from '@mantine/core';
import type { Institution } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDate } from '../../lib/formats.ts';
import classes from './admin.module.css';
import { adminApi } from './api.ts';
import { useAct } from './use-act.ts';

export function InstitutionMembers({ institution }: { institution: Institution }) {
  const { t, i18n } = useTranslation('admin');
  const [email, setEmail] = useState('');
  const params = { id: institution.id };
  const add = useAct(
    () => adminApi.addInstitutionMember({ params, body: { email } }),
    () => setEmail(''),
  );
  const appoint = useAct(({ id: userId, is_manager }: Institution['members'][number]) =>
    adminApi.appointInstitutionManager({
      params: { ...params, userId },
      body: { is_manager: !is_manager },
    }),
  );
  const remove = useAct((userId: string) =>
    adminApi.removeInstitutionMember({ params: { ...params, userId } }),
  );
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('institution.members')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t(
          institution.members.some(({ is_manager }) => is_manager)
            ? 'institution.managerHint'
            : 'institution.noManager',
        )}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Group align="end" gap="sm" mb="md">
          <TextInput
            className={classes.grow}
            label={t('institution.addMember')}
            type="email"
            dir="ltr"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={email === ''} loading={add.isPending}>
            {t('institution.add')}
          </Button>
        </Group>
      </form>
      {institution.members.length === 0 ? (
        <Text c="dimmed">{t('institution.noMembers')}</Text>
      ) : (
        <table className={`${classes.table} ${classes.narrow}`}>
          <tbody>
            {institution.members.map((member) => (
              <tr key={member.id}>
                <td>
                  <Link to={paths.adminPerson.to(member.id)}>
                    <bdi>{member.name}</bdi>
                  </Link>
                  {member.is_manager && (
                    <Badge ms="xs" variant="outline" tt="none">
                      {t('institution.manager')}
                    </Badge>
                  )}
                  <small>
                    <bdi>{member.email}</bdi>
                  </small>
                </td>
                <td>{formatDate(member.joined_at, i18n.language)}</td>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    me="xs"
                    aria-label={`${t(member.is_manager ? 'institution.dismiss' : 'institution.appoint')}: ${member.name}`}
                    loading={appoint.isPending && appoint.variables?.id === member.id}
                    onClick={() => appoint.mutate(member)}
                  >
                    {t(member.is_manager ? 'institution.dismiss' : 'institution.appoint')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('institution.remove')}: ${member.name}`}
                    loading={remove.isPending && remove.variables === member.id}
                    onClick={() => remove.mutate(member.id)}
                  >
                    {t('institution.remove')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
