import { Button, FileButton, Menu } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import buttons from '../../../ui/buttons.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { shortId } from '../fields/field-spec.ts';
import classes from './desk.module.css';
import { useDesk } from './desk-context.ts';
import { namedByPath, takesDrop } from './drag.ts';
import { addTo, beginChapter } from './moves.ts';
import { pagePicture } from './page-files.ts';
import { dropOn } from './page-strip.tsx';

/** The open page, its neighbors, and what can be added to it. */
export function PageView() {
  const { t, i18n } = useTranslation('studio');
  const desk = useDesk();
  const [isOver, setOver] = useState(false);
  const { page, pageCount, pages, goTo, labelOf, mayEdit, picking, choosePage } = desk;
  const picture = pagePicture(pages, page, '1x.webp');
  const [width, height] = pages.sizes[page - 1] ?? [3, 4];
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section
      className={classes.view}
      aria-label={t('page.label')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayEdit || !takesDrop(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!mayEdit || !takesDrop(event)) return;
        event.preventDefault();
        dropOn(desk, page, event);
      }}
    >
      <div className={classes.pageBar}>
        <Turn icon={ChevronLeft} label={t('page.previous')} to={page - 1} />
        <span>{t('page.of', { label: labelOf(page), number: number(page), count: number(pageCount) })}</span>
        <Turn icon={ChevronRight} label={t('page.next')} to={page + 1} />
        {mayEdit && <AddMenu />}
      </div>
      {picture &&
        (picking ? (
          <button
            type="button"
            className={classes.pick}
            aria-label={t('pick.this', { label: labelOf(page) })}
            onClick={() => choosePage(page)}
          >
            {image()}
          </button>
        ) : (
          image()
        ))}
      {picking && (
        <p className={classes.hint} role="status">
          {t('pick.hint')}
        </p>
      )}
      {mayEdit && !picking && <p className={classes.hint}>{t('page.dropHint')}</p>}
    </section>
  );

  function image() {
    return (
      <img
        key={page}
        className={classes.pagePicture}
        src={picture ?? undefined}
        alt={t('strip.page', { label: labelOf(page) })}
        style={{ aspectRatio: `${width} / ${height}` }}
      />
    );
  }
  function Turn({ icon, label, to }: { icon: typeof ChevronLeft; label: string; to: number }) {
    return (
      <button
        type="button"
        className={`${buttons.icon} ${classes.turn}`}
        aria-label={label}
        disabled={to < 1 || to > pageCount}
        onClick={() => goTo(to)}
      >
        <Icon icon={icon} />
      </button>
    );
  }
}

function AddMenu() {
  const { t } = useTranslation('studio');
  const { document, page, pageCount, change, select, dropFiles } = useDesk();
  const add = (list: 'quizzes' | 'tests', entry: { key: string } & Record<string, string | number>) => {
    change(addTo(document, list, entry));
    select({ kind: list === 'quizzes' ? 'quiz' : 'test', path: [list, `#${entry.key}`] });
  };
  const folder = useRef<HTMLInputElement>(null);
  const chapter = beginChapter(document, page, t('add.chapterTitle'), pageCount);
  return (
    <FileButton multiple onChange={(files) => files.length > 0 && dropFiles({ files, inFolders: [] }, page)}>
      {({ onClick }) => (
        <>
          <input
            ref={folder}
            type="file"
            hidden
            // React knows the attribute, its types do not.
            {...{ webkitdirectory: '' }}
            onChange={({ currentTarget }) => {
              const inFolders = [...(currentTarget.files ?? [])].map((file) =>
                namedByPath(file, file.webkitRelativePath),
              );
              dropFiles({ files: [], inFolders }, page);
              currentTarget.value = '';
            }}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              {/* Where a book begins to have chapters: the check list leads here. */}
              <Button variant="default" size="sm" data-field="chapters">
                {t('add.label')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onClick}>{t('add.file')}</Menu.Item>
              <Menu.Item onClick={() => folder.current?.click()}>{t('add.folder')}</Menu.Item>
              <Menu.Item
                onClick={() => add('quizzes', { key: `quiz-${shortId()}`, title: t('add.quizTitle'), page })}
              >
                {t('add.quiz')}
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  add('tests', {
                    ...{ key: `test-${shortId()}`, title: t('add.testTitle') },
                    ...{ pre_page: page, post_page: page },
                  })
                }
              >
                {t('add.test')}
              </Menu.Item>
              <Menu.Item
                disabled={!chapter}
                onClick={() => {
                  if (!chapter) return;
                  change(...chapter);
                  const made = chapter.at(-1);
                  if (made?.op === 'insert')
                    select({ kind: 'chapter', path: ['chapters', `#${made.entry.key}`] });
                }}
              >
                {t('add.chapter')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </FileButton>
  );
}
