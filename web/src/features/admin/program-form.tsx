import { Button, Stack } from '@mantine/core';
import { type CatalogueProgram, NewProgramBody, ProgramBody } from '@vesalius/contract/publishing-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SearchSelect } from '../../ui/search-choice.tsx';
import { BookOrder } from './book-order.tsx';
import { catalogueApi, institutionChoices } from './catalogue-api.ts';
import { NameAndSlug } from './listing-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useListingForm } from './use-listing-form.ts';

interface Values {
  name: string;
  slug: string;
  photo_url: string | null;
  institution_id: string | null;
  book_ids: string[];
}
const bodyOf = ({ slug: _slug, ...body }: Values) => body;

/** A program's name, its location and its books. */
export function ProgramForm({
  listing,
  onDone,
}: {
  listing: CatalogueProgram | null;
  onDone: (id: string) => void;
}) {
  const { t } = useTranslation('listings');
  const [asking, setAsking] = useState<Values | null>(null);
  const isNew = listing === null;
  const { form, save, ...fields } = useListingForm<Values>({
    listing,
    initialValues: {
      name: listing?.name ?? '',
      slug: listing?.slug ?? '',
      photo_url: listing?.photo_url ?? null,
      institution_id: listing?.institution?.id ?? null,
      book_ids: listing?.books.map(({ id }) => id) ?? [],
    },
    schema: isNew ? NewProgramBody : ProgramBody,
    bodyOf: isNew ? (values) => values : bodyOf,
    create: (values) => catalogueApi.createProgram({ body: values }),
    update: (values, changed_at) =>
      catalogueApi.updateProgram({
        params: { id: listing?.id ?? '' },
        body: { ...bodyOf(values), changed_at },
      }),
    saved: t('program.saved'),
    onDone,
  });
  const lostBooks = ({ book_ids }: Values) =>
    (listing?.books ?? []).filter(({ id }) => !book_ids.includes(id)).map(({ title }) => title);
  const students = listing?.student_count ?? 0;
  const submit = (values: Values) => {
    if (students > 0 && lostBooks(values).length > 0) setAsking(values);
    else save.mutate(values);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap="md" maw={640}>
        <NameAndSlug isNew={isNew} slugHint={t('program.slugHint')} {...fields} />
        <SearchSelect
          label={t('program.institution')}
          description={t('program.institutionHint')}
          source={institutionChoices}
          clearLabel={t('program.noInstitution')}
          {...form.getInputProps('institution_id')}
        />
        <PictureField label={t('program.picture')} {...form.getInputProps('photo_url')} />
        <BookOrder
          label={t('program.books')}
          known={listing?.books ?? []}
          {...form.getInputProps('book_ids')}
        />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t(isNew ? 'program.create' : 'save')}
        </Button>
      </Stack>
      {asking && (
        <ConfirmDialog
          title={t('program.lossTitle', { name: asking.name })}
          confirm={t('save')}
          isPending={save.isPending}
          onConfirm={() => save.mutate(asking, { onSettled: () => setAsking(null) })}
          onClose={() => setAsking(null)}
        >
          {t('program.loss', { count: students, titles: lostBooks(asking).join(', ') })}
        </ConfirmDialog>
      )}
    </form>
  );
}
