import { Button } from '@mantine/core';
import type { Work } from '@vesalius/contract/studio';
import type { Proposals } from '@vesalius/contract/work-files';
import type { Operation } from '@vesalius/contract/working-copy';
import type { Fields, Value } from '@vesalius/contract/working-copy-document';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/formats.ts';
import { languageName } from '../../../lib/language-tags.ts';
import { paths } from '../../../lib/paths.ts';
import buttons from '../../../ui/buttons.module.css';
import { useFieldLabel } from '../fields/field-label.ts';
import { shortId } from '../fields/field-spec.ts';
import classes from './start.module.css';

const NAMES = ['title', 'language', 'cover', 'front_matter', 'page_labels', 'chapters'] as const;
type Name = (typeof NAMES)[number];

/** The value for a working copy: entries without a key get an id. */
function proposedValue(proposals: Proposals, name: Name): Value | undefined {
  const value = proposals[name];
  if (name === 'page_labels') return proposals.page_labels?.map((run): Value => ({ _id: shortId(), ...run }));
  return value as Value | undefined;
}
const withoutIds = (value: Value | undefined) =>
  JSON.stringify(value, (name, each) => (name === '_id' ? undefined : each));
/** Whether the working copy has this value already. */
const isTaken = (document: Fields, proposals: Proposals, name: Name): boolean =>
  withoutIds(document[name]) === withoutIds(proposals[name] as Value | undefined);

/** The facts proposed from the PDF: each can be accepted, or left for the desk. */
export function ProposalsList({
  work,
  document,
  proposals,
  onTake,
}: {
  work: Work;
  document: Fields;
  proposals: Proposals;
  onTake: (...operations: Operation[]) => void;
}) {
  const { t, i18n } = useTranslation('studio');
  const labelOf = useFieldLabel();
  const names = NAMES.filter((name) => proposals[name] !== undefined);
  const open = names.filter((name) => !isTaken(document, proposals, name));
  const take = (each: readonly Name[]) =>
    onTake(
      ...each.map((name): Operation => ({ op: 'set', path: [name], value: proposedValue(proposals, name) })),
    );
  const number = (value: number) => formatNumber(value, i18n.language);
  const cover = work.files.find(({ path }) => path === proposals.cover)?.address;
  const content: Readonly<Record<Name, () => ReactNode>> = {
    title: () => <bdi>{proposals.title}</bdi>,
    language: () => languageName(proposals.language ?? 'en', i18n.language),
    cover: () => cover && <img src={cover} alt={t('proposal.coverAlt')} />,
    front_matter: () => {
      const { first_page: first, last_page: last } = proposals.front_matter ?? {
        first_page: 1,
        last_page: 1,
      };
      return t('proposal.pages', { first: number(first), last: number(last) });
    },
    page_labels: () => (
      <ol>
        {proposals.page_labels?.map(({ from_page, style, first }) => (
          <li key={from_page}>
            {t('proposal.labels', { page: number(from_page), style: labelOf(style), first: number(first) })}
          </li>
        ))}
      </ol>
    ),
    chapters: () => (
      <>
        <p className={classes.hint}>{t(`proposal.from.${proposals.chapters_from ?? 'outline'}`)}</p>
        <ol>
          {proposals.chapters?.map(({ key, title, first_page: first, last_page: last }) => (
            <li key={key}>
              <bdi>{title}</bdi>
              <span>{t('proposal.pages', { first: number(first), last: number(last) })}</span>
            </li>
          ))}
        </ol>
      </>
    ),
  };
  return (
    <section className={classes.proposals} aria-label={t('proposal.label')}>
      <div>
        <h2>{t('proposal.label')}</h2>
        <p>{t(names.length > 0 ? 'proposal.hint' : 'proposal.none')}</p>
        <div className={classes.acts}>
          {open.length > 0 && <Button onClick={() => take(open)}>{t('proposal.takeAll')}</Button>}
          <Link
            to={paths.studioWork.to(work.id)}
            className={open.length > 0 ? buttons.secondary : buttons.primary}
          >
            {t('proposal.toDesk')}
          </Link>
        </div>
      </div>
      {names.map((name) => (
        <article key={name} className={classes.proposal}>
          <h3>{labelOf(name)}</h3>
          <div>{content[name]()}</div>
          {open.includes(name) ? (
            <Button
              variant="default"
              aria-label={`${t('proposal.take')} ${labelOf(name)}`}
              onClick={() => take([name])}
            >
              {t('proposal.take')}
            </Button>
          ) : (
            <span>{t('proposal.taken')}</span>
          )}
        </article>
      ))}
    </section>
  );
}
