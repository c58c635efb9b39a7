import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnInstitution } from '@vesalius/contract/institutions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { getSession, updateSession } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import LibraryFrame from '../../ui/library-frame.tsx';
import { useAct } from '../../ui/use-act.ts';
import { institutionsApi, ownInstitutionOptions } from './api.ts';

/** The institutions that give these books, with a way to leave them; for managers also links to members and usage. */
export default function OwnInstitutions() {
  const { t, i18n } = useTranslation('institutions');
  const navigate = useNavigate();
  const { data } = useQuery(ownInstitutionOptions());
  const [leaving, setLeaving] = useState<OwnInstitution['institutions'][number] | null>(null);
  const leave = useAct(
    ({ id }: { id: string }) => institutionsApi.leaveInstitution({ query: { institution_id: id } }),
    t('leave.done', { name: leaving?.name ?? '' }),
    {
      done: () => {
        const others = data?.institutions.filter(({ id }) => id !== leaving?.id) ?? [];
        setLeaving(null);
        const session = getSession();
        if (session)
          updateSession({
            ...session,
            hasInstitution: others.some(({ is_ended }) => !is_ended),
            managesInstitution: others.some(({ is_manager }) => is_manager),
          });
        if (!others.some(({ is_ended }) => !is_ended)) void navigate(paths.myBooks.to());
      },
      // Refreshes everything: every book that the institution covered may be closed now.
      refresh: [],
    },
  );
  if (!data) return null;
  return (
    <LibraryFrame>
      <ul style={{ listStyle: 'none', margin: '0 0 16px', padding: 0, display: 'grid', gap: 8 }}>
        {data.institutions.map((each) => (
          <li key={each.id}>
            <Group gap="xs">
              <bdi>{each.name}</bdi>
              {each.is_ended && (
                <small>{t('ended', { date: formatDate(each.ends_at, i18n.language) })}</small>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('leave.of', { name: each.name })}
                onClick={() => setLeaving(each)}
              >
                {t('leave.act')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {data.is_manager && (
        <p>
          <Link to={paths.institutionManagement.to()} style={{ color: 'var(--mantine-color-anchor)' }}>
            {t('manage')}
          </Link>
        </p>
      )}
      {leaving && (
        <ConfirmDialog
          title={t('leave.title', { name: leaving.name })}
          confirm={t('leave.act')}
          isPending={leave.isPending}
          onConfirm={() => leave.mutate(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t(leaving.is_ended ? 'leave.endedText' : 'leave.text')}
          {leaving.is_manager && ` ${t('leave.managerText')}`}
        </ConfirmDialog>
      )}
    </LibraryFrame>
  );
}
