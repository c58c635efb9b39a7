import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import type { ProgramOverview } from '@vesalius/contract/programs-overview';
import { X } from 'lucide';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { formatDate } from '../../lib/formats.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { ReplacedNote, useEditionText } from '../../product/edition-note.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { programsApi } from './api.ts';
import classes from './assignments.module.css';

type Task = ProgramOverview['assignments'][number];

/** Assignments with their due dates and completions, and a form for a new one. */
export function Assignments({ programId, overview }: { programId: string; overview: ProgramOverview }) {
  const { t, i18n } = useTranslation('programs');
  const errors = useFieldErrors();
  const outcomeText = useOutcomeText(keysUnder('programs', 'overview', programId));
  const queryClient = useQueryClient();
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: keysUnder('programs', 'overview', programId) });
  const [removing, setRemoving] = useState<Task | null>(null);
  const [moving, setMoving] = useState<{ task: Task; dueOn: string } | null>(null);
  const restore = useMutation({
    mutationFn: ({ id: restores, kind, subject_id, due_on, note }: Task) =>
      programsApi.createAssignment({
        params: { id: programId },
        body: { kind, subject_id, due_on, note, restores },
      }),
    onSuccess: () => notifySuccess(t('tasks.restored')),
    onError: async (error) => notifyError(errors.fromServer(error)?.due_on ?? (await outcomeText(error))),
    // If another director has changed it meanwhile, shows the current one.
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (task: Task) =>
      programsApi.deleteAssignment({ params: { id: programId, assignmentId: task.id } }),
    onSuccess: (_none, task) => {
      // An overdue assignment cannot be restored: it was confirmed before, and no undo is offered.
      notifySuccess(
        t('tasks.removed'),
        task.is_over ? undefined : { label: t('tasks.undo'), run: () => restore.mutate(task) },
      );
      return refresh();
    },
    onSettled: () => setRemoving(null),
    onError: async (error) => notifyError(await outcomeText(error)),
  });
  const move = useMutation({
    mutationFn: ({ task, dueOn }: { task: Task; dueOn: string }) =>
      programsApi.updateAssignment({
        params: { id: programId, assignmentId: task.id },
        body: { due_on: dueOn },
      }),
    onSuccess: () => {
      notifySuccess(t('tasks.moved'));
      setMoving(null);
      return refresh();
    },
    onError: async (error) => {
      if (!errors.fromServer(error)?.due_on) notifyError(await outcomeText(error));
    },
  });
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">{t('tasks.title')}</h2>
      <p className={classes.hint}>{t('tasks.hint')}</p>
      {overview.assignments.length === 0 && <p className={classes.hint}>{t('tasks.none')}</p>}
      <ul className={classes.list}>
        {overview.assignments.map((task) => (
          <li key={task.id}>
            <span className={classes.date}>
              {formatDate(task.due_on, i18n.language)}
              {task.is_over && <small>{t('tasks.over')}</small>}
            </span>
            <span className={classes.what}>
              <span dir="auto">{task.title}</span>
              <small>
                {t(`kinds.${task.kind}`)}
                {task.kind !== 'book' && ' · '}
                {task.kind !== 'book' && <bdi>{task.book_title}</bdi>}
                {task.replaced && ' · '}
                {task.replaced && <ReplacedNote replaced={task.replaced} whose="students" />}
                {task.note && ' · '}
                {task.note && <bdi>{task.note}</bdi>}
              </small>
            </span>
            <span className={classes.done}>
              {task.number_assigned > 0 &&
                t('tasks.done', { done: task.number_done, total: task.number_assigned })}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('tasks.moveOf', { title: task.title })}
              onClick={() => setMoving({ task, dueOn: task.due_on })}
            >
              {t('tasks.move')}
            </Button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('tasks.remove', { title: task.title })}
              aria-disabled={remove.isPending}
              onClick={() => {
                if (remove.isPending) return;
                if (task.is_over) setRemoving(task);
                else remove.mutate(task);
              }}
            >
              <Icon icon={X} size={16} />
            </button>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title={t('tasks.removeTitle', { title: removing.title })}
          confirm={t('tasks.withdraw')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          {t('tasks.removeText')}
        </ConfirmDialog>
      )}
      {moving && (
        <ConfirmDialog
          title={t('tasks.moveTitle', { title: moving.task.title })}
          confirm={t('tasks.moveSave')}
          isHarmless
          isPending={move.isPending}
          onConfirm={() => moving.dueOn && move.mutate(moving)}
          onClose={() => setMoving(null)}
        >
          <TextInput
            type="date"
            data-autofocus
            label={t('tasks.due')}
            value={moving.dueOn}
            error={errors.fromServer(move.error)?.due_on}
            onChange={(event) => setMoving({ ...moving, dueOn: event.currentTarget.value })}
          />
        </ConfirmDialog>
      )}
      {overview.books.length > 0 && (
        <NewAssignment programId={programId} overview={overview} onSaved={refresh} />
      )}
    </section>
  );
}

function NewAssignment({
  programId,
  overview,
  onSaved,
}: {
  programId: string;
  overview: ProgramOverview;
  onSaved: () => unknown;
}) {
  const { t, i18n } = useTranslation('programs');
  const errors = useFieldErrors();
  const outcomeText = useOutcomeText(keysUnder('programs', 'overview', programId));
  const editionText = useEditionText();
  const [subject, setSubject] = useState('');
  const [dueOn, setDueOn] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const days = overview.assignments
    .filter((task) => `${task.kind} ${task.subject_id}` === subject && !task.is_over)
    .map(({ due_on }) => formatDate(due_on, i18n.language));
  const save = useMutation({
    mutationFn: () => {
      const [kind, subjectId] = subject.split(' ') as [AssignmentKind, string];
      return programsApi.createAssignment({
        params: { id: programId },
        body: { kind, subject_id: subjectId, due_on: dueOn, note },
      });
    },
    onSuccess: async () => {
      notifySuccess(t('tasks.saved'));
      setSubject('');
      setDueOn('');
      setNote('');
      setTried(false);
      await onSaved();
    },
    onError: async (error) => {
      if (!errors.fromServer(error)?.due_on) notifyError(await outcomeText(error));
      // Another director may have set the task meanwhile.
      else await onSaved();
    },
  });
  return (
    <form
      className={classes.form}
      aria-label={t('tasks.add')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (subject && dueOn) save.mutate();
      }}
    >
      <NativeSelect
        className={classes.subject ?? ''}
        label={t('tasks.what')}
        value={subject}
        error={tried && !subject ? t('tasks.required') : undefined}
        description={days.length > 0 ? t('tasks.already', { days: days.join(', ') }) : undefined}
        onChange={(event) => setSubject(event.currentTarget.value)}
        data={[
          { value: '', label: '' },
          ...overview.books
            .filter(({ subjects }) => subjects.length > 0)
            .map((book) => ({
              group: editionText(book),
              items: book.subjects.map(({ kind, id, title }) => ({
                value: `${kind} ${id}`,
                label: kind === 'book' ? t('tasks.wholeBook') : `${t(`kinds.${kind}`)}: ${title}`,
              })),
            })),
        ]}
      />
      <TextInput
        type="date"
        label={t('tasks.due')}
        value={dueOn}
        error={tried && !dueOn ? t('tasks.required') : errors.fromServer(save.error)?.due_on}
        onChange={(event) => setDueOn(event.currentTarget.value)}
      />
      <TextInput
        className={classes.subject ?? ''}
        label={t('tasks.note')}
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending}>
        {t('tasks.save')}
      </Button>
    </form>
  );
}
