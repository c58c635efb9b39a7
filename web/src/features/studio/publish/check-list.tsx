import { Skeleton } from '@mantine/core';
import { FINDING_KINDS, type Finding } from '@vesalius/contract/work-releases';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../ui/states.tsx';
import { useFieldLabel } from '../fields/field-label.ts';
import { WaitingDecisions } from '../media/study/waiting-decisions.tsx';
import type { WorkSnapshot } from '../model/work-snapshot.ts';
import { fieldAddress, fieldTrail } from './field-place.ts';
import { findingSentence } from './finding-sentence.ts';
import classes from './publish.module.css';
import { useCheckList } from './use-check-list.ts';

/** The findings between the working copy and the shop. Each line links to its field. */
export function CheckList({
  workId,
  snapshot: { document, version },
  mayEdit,
  onOpen,
}: {
  workId: string;
  snapshot: Pick<WorkSnapshot, 'document' | 'version'>;
  mayEdit: boolean;
  /** Called when a line was chosen. */
  onOpen?: () => void;
}) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch } = useCheckList(workId, version);
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  const { findings } = data;
  return (
    <>
      <p role="status" className={classes.summary}>
        {summary()}
      </p>
      {mayEdit && <WaitingDecisions {...{ workId, version }} {...(onOpen ? { onOpen } : {})} />}
      {FINDING_KINDS.map((kind) => {
        const own = findings.filter((each) => each.kind === kind);
        if (own.length === 0) return null;
        return (
          <section key={kind} aria-label={t(`check.kinds.${kind}`)}>
            <h3 className={classes.kind}>{t(`check.kinds.${kind}`)}</h3>
            <FindingList {...{ workId, document, findings: own }} {...(onOpen ? { onOpen } : {})} />
          </section>
        );
      })}
    </>
  );

  function summary(): string {
    if (findings.length === 0) return t('check.nothing');
    const count = (kind: Finding['kind']) => findings.filter((each) => each.kind === kind).length;
    if (count('mistake') > 0) return t('check.mistakes', { count: count('mistake') });
    if (count('waiting') > 0) return t('check.waiting');
    return t('check.warnings', { count: count('warning') });
  }
}

export function FindingList({
  workId,
  document,
  findings,
  onOpen,
}: {
  workId: string;
  document: Fields;
  findings: readonly Finding[];
  onOpen?: () => void;
}) {
  const { t } = useTranslation('publishing');
  const labelOf = useFieldLabel();
  return (
    <ul className={classes.findings}>
      {findings.map(({ path, file, text }) => {
        const trail = fieldTrail(document, path, labelOf);
        const { text: sentence, isEnglish } = findingSentence(text, file, t);
        return (
          <li key={`${path.join('/')} ${file} ${text}`}>
            <Link to={fieldAddress(workId, path)} onClick={onOpen}>
              <bdi>{trail.length > 0 ? trail.join(t('trail')) : t('check.book')}</bdi>
            </Link>
            <p {...(isEnglish ? { lang: 'en', dir: 'ltr' } : {})}>{sentence}</p>
          </li>
        );
      })}
    </ul>
  );
}
