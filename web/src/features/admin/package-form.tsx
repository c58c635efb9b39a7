import { Button, Checkbox, Stack, Textarea } from '@mantine/core';
import { type CataloguePackage, NewPackageBody, PackageBody } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { BookOrder } from './book-order.tsx';
import { catalogueApi } from './catalogue-api.ts';
import { NameAndSlug } from './listing-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useListingForm } from './use-listing-form.ts';

interface Values {
  name: string;
  slug: string;
  description: string;
  image_url: string | null;
  book_ids: string[];
  price: number | string;
  free: boolean;
}
const bodyOf = ({ name, description, image_url, book_ids }: Values) => ({
  name,
  description,
  image_url,
  book_ids,
});
const newBodyOf = (values: Values) => ({
  ...bodyOf(values),
  slug: values.slug,
  // An empty field is not a price. The field returns text for a number that ends in a zero.
  price: values.price === '' ? Number.NaN : Number(values.price),
  free: values.free,
});

/** A bundle's name, texts and books. The price of an existing bundle is changed in `PackageOffer`. */
export function PackageForm({
  listing,
  onDone,
}: {
  listing: CataloguePackage | null;
  onDone: (id: string) => void;
}) {
  const { t } = useTranslation('listings');
  const isNew = listing === null;
  const { form, save, ...fields } = useListingForm<Values>({
    listing,
    initialValues: {
      name: listing?.name ?? '',
      slug: listing?.slug ?? '',
      description: listing?.description ?? '',
      image_url: listing?.image_url ?? null,
      book_ids: listing?.books.map(({ id }) => id) ?? [],
      price: '',
      free: false,
    },
    schema: isNew ? NewPackageBody : PackageBody,
    bodyOf: isNew ? newBodyOf : bodyOf,
    create: (values) => catalogueApi.createPackage({ body: newBodyOf(values) }),
    update: (values, changed_at) =>
      catalogueApi.updatePackage({
        params: { id: listing?.id ?? '' },
        body: { ...bodyOf(values), changed_at },
      }),
    saved: t('package.saved'),
    onDone,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)}>
      <Stack gap="md" maw={640}>
        <NameAndSlug isNew={isNew} slugHint={t('package.slugHint')} {...fields} />
        <Textarea
          label={t('package.description')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('description')}
        />
        <PictureField label={t('package.picture')} {...form.getInputProps('image_url')} />
        <BookOrder
          label={t('package.books')}
          description={t('package.booksHint')}
          known={listing?.books ?? []}
          {...form.getInputProps('book_ids')}
        />
        {isNew && (
          <NumberInput
            label={t('package.price')}
            description={t('package.priceHint')}
            prefix="$"
            min={0}
            decimalScale={2}
            allowNegative={false}
            hideControls
            maw={320}
            {...form.getInputProps('price')}
          />
        )}
        {isNew && form.values.price === 0 && (
          <Checkbox
            label={t('package.free')}
            {...form.getInputProps('free', { type: 'checkbox' })}
            aria-invalid={form.errors.free ? true : undefined}
          />
        )}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t(isNew ? 'package.create' : 'save')}
        </Button>
      </Stack>
    </form>
  );
}
