import { Button, Menu } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import { entryPath, type Fields, isSamePath, type Path } from '@vesalius/contract/working-copy-document';
import { ArrowDown, ArrowUp, ChevronUp, Copy, Trash2 } from 'lucide';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { announce } from '../../../ui/announce.ts';
import { useDesk } from '../desk/desk-context.ts';
import { Tool } from './choice-editor.tsx';
import { focusOn } from './focus-on.ts';
import { type EditedQuestion, QuestionEditor } from './question-editor.tsx';
import { QuestionFigures } from './question-figures.tsx';
import { duplicateQuestion, homesOf, moveToList } from './question-operations.ts';
import { QuestionPreview } from './question-preview.tsx';
import classes from './questions.module.css';

interface OpenQuestionProps extends Omit<EditedQuestion, 'path'> {
  readonly list: Path;
  readonly id: string;
  /** The ids of all questions in the list. */
  readonly ids: readonly string[];
  /** The statistics of the list; null: no reader was ever asked. */
  readonly statistics: UseQueryResult<WorkQuestionStatistics> | null;
  readonly onMove: (by: -1 | 1) => void;
  readonly onNew: () => void;
  /** Null = none. */
  readonly onOpen: (id: string | null) => void;
}

/** The open question, its actions, and how readers see it. */
export function OpenQuestion({
  list,
  question,
  id,
  ids,
  statistics,
  onMove,
  onNew,
  onOpen,
  ...edited
}: OpenQuestionProps) {
  const { t, i18n } = useTranslation('questions');
  const { mayEdit, change } = useDesk();
  const index = ids.indexOf(id);
  const path = entryPath(list, id);
  const number = formatNumber(index + 1, i18n.language);
  const leave = () => onOpen(ids[index + 1] ?? ids[index - 1] ?? null);
  return (
    <article className={classes.open} aria-label={t('question.label', { number })}>
      <header className={classes.head}>
        <h4>{t('question.label', { number })}</h4>
        {mayEdit && (
          <>
            <Tool icon={ArrowUp} label={t('question.up')} disabled={index === 0} onClick={() => onMove(-1)} />
            <Tool
              icon={ArrowDown}
              label={t('question.down')}
              disabled={index === ids.length - 1}
              onClick={() => onMove(1)}
            />
            <Tool
              icon={Copy}
              label={t('question.duplicate')}
              onClick={() => {
                const [made, operation] = duplicateQuestion(list, question);
                change(operation);
                announce(t('question.duplicated'));
                onOpen(made);
              }}
            />
            <Tool
              icon={Trash2}
              label={t('question.remove')}
              onClick={() => {
                change({ op: 'remove', path });
                announce(t('question.removed', { number }));
                leave();
              }}
            />
            <MoveMenu list={list} question={question} onMoved={leave} />
          </>
        )}
        <Tool
          icon={ChevronUp}
          label={t('question.close')}
          onClick={() => {
            onOpen(null);
            focusOnRow(id);
          }}
        />
      </header>
      <QuestionEditor path={path} question={question} {...edited} onNew={onNew} />
      {statistics && <QuestionFigures id={id} question={question} statistics={statistics} />}
      <QuestionPreview question={question} id={id} number={index + 1} count={ids.length} />
      {mayEdit && (
        <Button variant="default" size="xs" onClick={onNew}>
          {t('question.next')}
        </Button>
      )}
    </article>
  );
}

/** The line that replaces the question is rendered in the next frame. */
const focusOnRow = (id: string) => requestAnimationFrame(() => focusOn(`row ${id}`));

function MoveMenu({ list, question, onMoved }: { list: Path; question: Fields; onMoved: () => void }) {
  const { t } = useTranslation('questions');
  const { document, change } = useDesk();
  const homes = homesOf(document).filter(({ path }) => !isSamePath(path, list));
  if (homes.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm">
          {t('question.move')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {homes.map(({ path, kind, title }) => (
          <Menu.Item
            key={path.join('/')}
            onClick={() => {
              change(...moveToList(document, list, question, path));
              announce(t('question.movedTo', { name: title || t(`home.${kind}`) }));
              onMoved();
            }}
          >
            {t(`home.${kind}`)} {title && <bdi>{title}</bdi>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
