import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SaleEffects } from '@vesalius/contract/work-releases';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { FailedState } from '../../../ui/states.tsx';
import { saleEffectsOptions } from './api.ts';
import classes from './publish.module.css';

type Replaced = NonNullable<SaleEffects['replaced']>;
type Withdrawn = NonNullable<SaleEffects['book']>;

/** The users that a withdrawal of this book, or a newer edition, affects. */
export function EffectsOfLeaving({
  workId,
  stamp,
  how,
}: {
  workId: string;
  stamp: string;
  how: 'withdrawn' | 'replaced';
}) {
  const { data, error, refetch } = useQuery(saleEffectsOptions(workId, stamp));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={96} />;
  if (!data.book) return null;
  return how === 'replaced' ? <Holders of={data.book} how="replaced" /> : <Withdrawal book={data.book} />;
}

/** The edition that the working copy replaces, in the list of changes. */
export function Replacement({ workId, stamp }: { workId: string; stamp: string }) {
  const { data } = useQuery(saleEffectsOptions(workId, stamp));
  return data?.replaced ? <ReplacedEdition replaced={data.replaced} /> : null;
}

/** What ends when the working copy is published. */
export function ReplacedEdition({ replaced }: { replaced: Replaced }) {
  const { t, i18n } = useTranslation('publishing');
  const { title, edition, readable_until: until } = replaced;
  return (
    <>
      <p>
        <bdi>{t('effects.replaces', { title, edition })}</bdi>
      </p>
      <Holders of={replaced} how="replaced" />
      <BundlesLeft bundles={replaced.bundles} how="replaced" />
      <p>{t('effects.lastDay', { date: formatDate(until, i18n.language) })}</p>
    </>
  );
}

function Withdrawal({ book }: { book: Withdrawn }) {
  return (
    <>
      <Holders of={book} how="withdrawn" />
      <BundlesLeft bundles={book.bundles} how="withdrawn" />
    </>
  );
}

/**
 * A replaced edition is followed in its bundles by the newer one: only bundles that are not sold any more are named.
 */
function BundlesLeft({ bundles, how }: { bundles: Withdrawn['bundles']; how: 'withdrawn' | 'replaced' }) {
  const { t, i18n } = useTranslation('publishing');
  const named =
    how === 'withdrawn' ? bundles : bundles.filter((each) => each.is_dear || each.number_of_books === 0);
  if (named.length === 0) return null;
  return (
    <ul className={classes.facts}>
      {named.map(({ name, number_of_books: count, is_dear: isDear }, index) => (
        // Two bundles may have the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is always replaced as a whole
        <li key={index}>
          {count === 0
            ? t('effects.bundleGone', { name })
            : isDear
              ? t('effects.bundleDear', { name })
              : t('effects.bundle', { name, number: formatNumber(count, i18n.language) })}
        </li>
      ))}
    </ul>
  );
}

function Holders({
  of,
  how,
}: {
  of: Pick<Replaced, `number_of_${'subscribers' | 'renewals' | 'institutions' | 'programs'}`>;
  how: 'withdrawn' | 'replaced';
}) {
  const { t, i18n } = useTranslation('publishing');
  const number = (count: number | null) =>
    count === null ? t('effects.few') : formatNumber(count, i18n.language);
  return (
    <ul className={classes.facts}>
      <li>{t(`effects.renewals.${how}`, { number: number(of.number_of_renewals) })}</li>
      <li>{t('effects.subscribers', { number: number(of.number_of_subscribers) })}</li>
      {of.number_of_institutions !== 0 && (
        <li>{t(`effects.institutions.${how}`, { number: number(of.number_of_institutions) })}</li>
      )}
      {of.number_of_programs !== 0 && (
        <li>{t(`effects.programs.${how}`, { number: number(of.number_of_programs) })}</li>
      )}
    </ul>
  );
}
