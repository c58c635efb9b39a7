import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  COMPARED_KINDS,
  type ComparedPages,
  type ComparedThing,
  MAX_ATTEMPTS_COUNTED,
  type WorkComparison,
} from '@vesalius/contract/work-comparison';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { ChangedText } from '../../../ui/changed-text.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { useFieldLabel } from '../fields/field-label.ts';
import { comparisonOptions } from './api.ts';
import { FirstTen } from './first-ten.tsx';
import classes from './publish.module.css';

/**
 * The changes that readers would notice, in their terms. Without `from`: compared with what they see. Without `to`:
 * in the working copy.
 */
export function WhatChanges({
  workId,
  stamp,
  ...query
}: {
  workId: string;
  stamp: string;
  from?: number;
  to?: number;
}) {
  const { data, error, refetch } = useQuery(comparisonOptions(workId, query, stamp));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  return <ComparisonView comparison={data} />;
}

function ComparisonView({ comparison }: { comparison: WorkComparison }) {
  const { t } = useTranslation('publishing');
  const { pages, things, fields } = comparison;
  const labelOf = useFieldLabel();
  if (comparison.from === null) return <FirstRelease comparison={comparison} />;
  if (isSameForReaders(comparison)) return <p>{t('changes.none')}</p>;
  return (
    <div className={classes.changes}>
      {comparison.is_other_pdf && pages !== null && countOf(pages) === 0 && <p>{t('changes.otherPdf')}</p>}
      {pages === null ? <p>{t('changes.pagesWait')}</p> : <PageChanges pages={pages} />}
      {COMPARED_KINDS.map((kind) => (
        <ThingChanges key={kind} kind={kind} things={things.filter((thing) => thing.kind === kind)} />
      ))}
      {fields.length > 0 && (
        <section>
          <h3>{t('changes.fields')}</h3>
          <ul>
            {fields.map(({ path, before, after }) => (
              <li key={path.join('.')}>
                <strong>{path.map(labelOf).join(t('trail'))}</strong>
                {(before !== null || after !== null) && (
                  <p dir="auto">
                    <ChangedText {...{ before, after }} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Another PDF may have another table of contents, which is not compared. */
export const isSameForReaders = ({ from, pages, things, fields, is_other_pdf }: WorkComparison): boolean =>
  from !== null && pages !== null && countOf(pages) + things.length + fields.length === 0 && !is_other_pdf;

const numberOf = (ranges: ComparedPages['changed']): number =>
  ranges.reduce((sum, { count }) => sum + count, 0);

const countOf = ({ added, removed, changed, moved }: ComparedPages): number =>
  added.length + removed.length + changed.length + moved.length;

/** The first release has nothing to compare with: shows its content. */
function FirstRelease({ comparison: { pages, things, fields } }: { comparison: WorkComparison }) {
  const { t, i18n } = useTranslation('publishing');
  const labelOf = useFieldLabel();
  const number = (value: number) => formatNumber(value, i18n.language);
  const price = fields.find(({ path }) => path.join() === 'price')?.after;
  return (
    <div className={classes.changes}>
      <p>{t('changes.first')}</p>
      <ul className={classes.facts}>
        {pages ? (
          <li>{t('changes.pageCount', { number: number(pages.after) })}</li>
        ) : (
          <li>{t('changes.pagesWait')}</li>
        )}
        {COMPARED_KINDS.map((kind) => {
          const count = things.filter((thing) => thing.kind === kind).length;
          return (
            count > 0 && (
              <li key={kind}>
                {t(`kinds.${kind}`)}: {number(count)}
              </li>
            )
          );
        })}
        {price && (
          <li>
            {labelOf('price')}: {price}
          </li>
        )}
      </ul>
    </div>
  );
}

function PageChanges({ pages }: { pages: ComparedPages }) {
  const { t } = useTranslation('publishing');
  if (countOf(pages) === 0) return null;
  const rangeOf = ({ first, last }: { first: string; last: string }) =>
    first === last ? first : t('changes.range', { first, last });
  const listOf = (ranges: ComparedPages['added']) => ranges.map(rangeOf).join(t('comma'));
  const isTold = pages.texts.length > 0;
  const lines = [
    ...(['added', 'removed', 'changed'] as const).flatMap((change) =>
      // Changed pages follow one by one; further ones are only named.
      pages[change].length === 0 ||
      (change === 'changed' && isTold && numberOf(pages.changed) === pages.texts.length)
        ? []
        : [
            <>
              <strong>{t(`changes.pagesOf.${change}`)}</strong> <bdi>{listOf(pages[change])}</bdi>
            </>,
          ],
    ),
    ...pages.texts.map(({ page, before, after }) => (
      <>
        <strong>{t(before === after ? 'changes.drawnOn' : 'changes.textOn', { page })}</strong>{' '}
        {before !== after && (
          <span dir="auto">
            <ChangedText {...{ before, after }} />
          </span>
        )}
      </>
    )),
    ...pages.moved.map((range) => (
      <>
        <strong>{t('changes.pagesOf.moved')}</strong> <bdi>{rangeOf(range)}</bdi>{' '}
        {t('changes.movedFrom', { page: range.first_before })}
      </>
    )),
  ];
  return (
    <section>
      <h3>{t('changes.pages')}</h3>
      <FirstTen lines={lines} />
    </section>
  );
}

function ThingChanges({ kind, things }: { kind: ComparedThing['kind']; things: readonly ComparedThing[] }) {
  const { t } = useTranslation('publishing');
  if (things.length === 0) return null;
  return (
    <section>
      <h3>{t(`kinds.${kind}`)}</h3>
      <FirstTen lines={things.map((thing) => <ThingLine key={thing.title} thing={thing} />)} />
    </section>
  );
}

function ThingLine({ thing }: { thing: ComparedThing }) {
  const { t, i18n } = useTranslation('publishing');
  const labelOf = useFieldLabel();
  const { change, title, within, page, page_before: before, number: position, details, attempts } = thing;
  // A title that changed is shown with what it was.
  const isNamed = title !== '' && !details.some(({ before: was, after }) => was !== null && after === title);
  const isElsewhere = page !== null && before !== null && page !== before;
  const number = formatNumber(attempts, i18n.language);
  const notes = [
    position !== null && t('changes.question', { number: formatNumber(position, i18n.language) }),
    within && <bdi key="within">{within}</bdi>,
    isElsewhere
      ? t('changes.fromTo', { from: before, to: page })
      : (page ?? before) !== null && t('changes.onPage', { page: page ?? before }),
    attempts >= MAX_ATTEMPTS_COUNTED
      ? t('changes.manyAttempts', { number })
      : attempts > 0 && t('changes.attempts', { number }),
  ].filter(Boolean);
  return (
    <>
      <strong>{t(`changes.of.${change}`)}</strong> {isNamed && <bdi>{title}</bdi>}
      {notes.length > 0 && (
        <small>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the notes of one line, in their order
            <span key={index}>{note}</span>
          ))}
        </small>
      )}
      {details.map(({ field, before: was, after: is }) => (
        <p key={field} dir="auto" className={classes.detail}>
          {labelOf(field)}
          {was !== is && (
            <>
              {': '}
              <ChangedText before={was} after={is} />
            </>
          )}
        </p>
      ))}
    </>
  );
}
