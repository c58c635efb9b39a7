import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { currentProgramsOptions } from './api.ts';
import classes from './program-head.module.css';

/** The program's name, its sections, and a select for the director's other programs. */
export function ProgramHead({ programId, action }: { programId: string; action?: ReactNode }) {
  const { t } = useTranslation('programs');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data = [] } = useQuery(currentProgramsOptions);
  const program = data.find(({ id }) => id === programId);
  const rooms = [
    { to: paths.programOverview.to(programId), label: t('nav.overview'), has: /\/overview$/i },
    {
      to: paths.students.to(programId),
      label: t('nav.students'),
      has: /\/(StudentsList|add-student-form|StudentProgress)/i,
    },
    { to: paths.directorTopics.to(programId), label: t('nav.topics'), has: /\/topics?$/i },
  ];
  return (
    <header className={classes.head}>
      <div className={classes.line}>
        <p className={classes.name} dir="auto">
          {program?.name ?? '\u00a0'}
        </p>
        {data.length > 1 && (
          <NativeSelect
            size="sm"
            aria-label={t('nav.switch')}
            value={programId}
            onChange={(event) => void navigate(paths.programOverview.to(event.currentTarget.value))}
            data={data.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {action}
      </div>
      <nav className={classes.rooms} aria-label={t('nav.label')}>
        {rooms.map(({ to, label, has }) => (
          <Link
            key={to}
            to={to}
            className={classes.room}
            aria-current={has.test(pathname) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
