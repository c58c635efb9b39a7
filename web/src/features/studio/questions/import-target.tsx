import { NativeSelect, Radio } from '@mantine/core';
import type { ImportTarget } from '@vesalius/contract/work-questions';
import { idOf, type Path } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useDesk } from '../desk/desk-context.ts';
import classes from './import.module.css';
import { questionsAt } from './question-operations.ts';
import { sectionsOf, textOf } from './question-problems.ts';

type Mode = 'append' | 'replace';

/**
 * The destination of the questions in a file: after those of this list, in their place, or on the pages that they
 * name.
 */
export function ImportTargetFields(props: {
  list: Path;
  target: ImportTarget;
  mode: Mode;
  count: number;
  /** The number of questions that name a page. */
  named: number;
  onTarget: (target: ImportTarget) => void;
  onMode: (mode: Mode) => void;
}) {
  const { t, i18n } = useTranslation('questions');
  const { list, target, mode, count, named, onTarget, onMode } = props;
  const { document, page, labelOf } = useDesk();
  const present = questionsAt(document, list).length;
  const sections = sectionsOf(document, list);
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <div className={classes.target}>
      <Radio.Group
        label={t('target.label')}
        value={target.kind}
        onChange={(kind) =>
          onTarget(kind === 'pages' ? { kind, page, title: t('home.quiz') } : { kind: 'list', path: list })
        }
      >
        <Radio value="list" label={t('target.list')} />
        <Radio
          value="pages"
          label={t('target.pages')}
          description={
            named < count
              ? t('target.withoutPage', { number: number(count - named), label: labelOf(page) })
              : undefined
          }
        />
      </Radio.Group>
      {target.kind === 'list' && sections && sections.length > 0 && (
        <NativeSelect
          label={t('target.section')}
          value={target.section ?? ''}
          data={[
            { value: '', label: t('section.none') },
            ...sections.map((section) => ({ value: idOf(section) ?? '', label: textOf(section.name) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onTarget({ kind: 'list', path: list, ...(value ? { section: value } : {}) })
          }
        />
      )}
      <Radio.Group label={t('target.mode')} value={mode} onChange={(value) => onMode(value as Mode)}>
        <Radio value="append" label={t('target.append')} />
        <Radio
          value="replace"
          label={t(target.kind === 'pages' ? 'target.replacePages' : 'target.replace', {
            number: number(present),
          })}
        />
      </Radio.Group>
    </div>
  );
}
