import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { entryPath, idOf, type Path } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { announce } from '../../../ui/announce.ts';
import { questionStatisticsOptions } from '../api.ts';
import { useDesk } from '../desk/desk-context.ts';
import { ExportMenu } from './export-menu.tsx';
import { focusOn } from './focus-on.ts';
import { ImportDialog } from './import-dialog.tsx';
import { OpenQuestion } from './open-question.tsx';
import { addQuestion, moveEntry, questionsAt } from './question-operations.ts';
import { problemsOf, sectionsOf, textOf } from './question-problems.ts';
import classes from './questions.module.css';
import { isSuspect } from './read-figures.ts';

/** The questions of a quiz or a test: one is open, the others are lines. */
export function QuestionsField({ path }: { path: Path }) {
  const { t, i18n } = useTranslation('questions');
  const { document, mayEdit, change, pageCount, workId, revision } = useDesk();
  const statistics = useQuery(questionStatisticsOptions(workId, path.join('/'), revision));
  const wordingsOf = (id: string) => statistics.data?.questions.find(({ key }) => key === id)?.wordings ?? [];
  const [open, setOpen] = useOpened(path);
  // A new question does not show its problems while it is being written.
  const [fresh, setFresh] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const questions = questionsAt(document, path);
  const ids = questions.map((question) => idOf(question) ?? '');
  const sections = sectionsOf(document, path);
  const number = (value: number) => formatNumber(value, i18n.language);
  const show = (id: string | null) => {
    setOpen(id);
    if (id !== fresh) setFresh(null);
    if (id !== null) focusOn(`question ${id}`);
  };
  const add = (after: string | null) => {
    const [id, operation] = addQuestion(document, path, after);
    change(operation);
    setFresh(id);
    setOpen(id);
    focusOn(`question ${id}`);
  };
  const move = (id: string, by: -1 | 1) => {
    const operation = moveEntry(path, ids, id, by);
    if (!operation) return;
    change(operation);
    announce(t('list.moved', { number: number(ids.indexOf(id) + by + 1) }));
  };
  return (
    <section className={classes.list} aria-label={t('list.label')} data-field={path.join('/')}>
      <h3>{t('list.title', { number: number(questions.length) })}</h3>
      {questions.length === 0 && <p className={classes.hint}>{t('list.none')}</p>}
      <ol>
        {questions.map((question, index) => {
          const id = ids[index] ?? '';
          const problems = problemsOf(question, { pageCount, sections });
          return id === open ? (
            <li key={id} data-question={id} data-field={entryPath(path, id).join('/')}>
              <OpenQuestion
                {...{ list: path, question, id, ids, sections, problems: id === fresh ? [] : problems }}
                statistics={revision === null ? null : statistics}
                onMove={(by) => move(id, by)}
                onNew={() => add(id)}
                onOpen={show}
              />
            </li>
          ) : (
            <li key={id} data-field={entryPath(path, id).join('/')}>
              <button
                type="button"
                className={classes.row}
                data-focus={`row ${id}`}
                aria-expanded="false"
                aria-describedby={mayEdit ? 'question-keys' : undefined}
                onClick={() => show(id)}
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                  if (!mayEdit || !event.altKey || by === 0) return;
                  event.preventDefault();
                  move(id, by);
                }}
              >
                <span className={classes.number}>{number(index + 1)}</span>
                <bdi className={classes.rowText}>{textOf(question.question) || t('list.untitled')}</bdi>
                {problems.length > 0 && (
                  <span className={classes.badge}>{t('list.problems', { count: problems.length })}</span>
                )}
                {problems.length === 0 && isSuspect(wordingsOf(id), question) && (
                  <span className={classes.badge}>{t('figures.suspect')}</span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {mayEdit && (
        <div className={classes.acts}>
          <Button size="xs" onClick={() => add(null)}>
            {t('list.add')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setImporting(true)}>
            {t('import.open')}
          </Button>
          <ExportMenu list={path} />
        </div>
      )}
      {isImporting && <ImportDialog list={path} onClose={() => setImporting(false)} />}
      {mayEdit && (
        <p className={classes.hint} id="question-keys">
          {t('list.keys')}
        </p>
      )}
    </section>
  );
}

/** Includes the question of a field that a link of the check list opens. */
function useOpened(list: Path) {
  const [address] = useAddress();
  const field = address.get('field');
  const [open, setOpen] = useState<string | null>(null);
  const [followed, setFollowed] = useState<string | null>(null);
  if (field !== followed) {
    setFollowed(field);
    const start = `${list.join('/')}/#`;
    if (field?.startsWith(start)) setOpen(field.slice(start.length).split('/')[0] ?? null);
  }
  return [open, setOpen] as const;
}
