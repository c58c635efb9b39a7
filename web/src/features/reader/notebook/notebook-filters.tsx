import type { NotebookBook } from '@vesalius/contract/notebook';
import { HIGHLIGHT_COLORS, NOTEBOOK_KINDS, NOTEBOOK_ORDERS } from '@vesalius/contract/notebook-limits';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter, DaysFilter, ListBar, SearchFilter } from '../../../ui/list-filters.tsx';
import { type Filters, PERIODS } from './wish.ts';

export function NotebookFilters({
  books,
  filters,
  onChange,
}: {
  books: readonly NotebookBook[];
  filters: Filters;
  onChange: (next: Partial<Filters>) => void;
}) {
  const { t } = useTranslation('notebook');
  const chapters = books.find(({ id }) => id === filters.book)?.chapters ?? [];
  const counted = ({ id, title, count }: { id: string; title: string; count: number }) => ({
    value: id,
    label: t('counted', { title, count }),
  });
  return (
    <ListBar>
      <SearchFilter label={t('search')} value={filters.q} onChange={(q) => onChange({ q })} />
      <ChoiceFilter
        label={t('book')}
        any={t('anyBook')}
        choices={books.map(counted)}
        value={filters.book}
        onChange={(book) => onChange({ book, chapter: '' })}
      />
      {chapters.length > 0 && (
        <ChoiceFilter
          label={t('chapter')}
          any={t('anyChapter')}
          choices={chapters.map(counted)}
          value={filters.chapter}
          onChange={(chapter) => onChange({ chapter })}
        />
      )}
      <ChoiceFilter
        label={t('kind')}
        any={t('anyKind')}
        choices={NOTEBOOK_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <ChoiceFilter
        label={t('color')}
        any={t('anyColor')}
        choices={HIGHLIGHT_COLORS.map((value) => ({ value, label: t(`colors.${value}`) }))}
        value={filters.color}
        onChange={(color) => onChange({ color })}
      />
      <ChoiceFilter
        label={t('period')}
        any={t('anyTime')}
        choices={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={filters.period}
        onChange={(period) => onChange({ period, from: '', to: '' })}
      />
      {filters.period === 'range' && <DaysFilter from={filters.from} to={filters.to} onChange={onChange} />}
      <ChoiceFilter
        label={t('order')}
        choices={NOTEBOOK_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={filters.order || 'newest'}
        onChange={(order) => onChange({ order: order === 'newest' ? '' : order })}
      />
    </ListBar>
  );
}
