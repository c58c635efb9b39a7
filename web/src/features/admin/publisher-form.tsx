import { Button, Stack, TextInput } from '@mantine/core';
import {
  type CataloguePublisher,
  NewPublisherBody,
  PublisherBody,
} from '@vesalius/contract/publishing-admin';
import { MAX_REQUIRED_APPROVALS } from '@vesalius/contract/studio-limits';
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { catalogueApi } from './catalogue-api.ts';
import { NameAndSlug } from './listing-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useListingForm } from './use-listing-form.ts';

interface Values {
  name: string;
  slug: string;
  imprint: string;
  logo_url: string | null;
  website: string;
  contact_email: string;
  required_approvals: number | string;
}
const orNull = (text: string) => text.trim() || null;
const bodyOf = ({ name, imprint, logo_url, website, contact_email, required_approvals }: Values) => ({
  name,
  imprint: orNull(imprint),
  logo_url,
  website: orNull(website),
  contact_email: orNull(contact_email),
  required_approvals: Number(required_approvals),
});
const newBodyOf = (values: Values) => ({ ...bodyOf(values), slug: values.slug });

/** The publisher's data, shown on the pages of its books. */
export function PublisherForm({
  listing,
  onDone,
}: {
  listing: CataloguePublisher | null;
  onDone: (id: string) => void;
}) {
  const { t } = useTranslation('listings');
  const isNew = listing === null;
  const { form, save, ...fields } = useListingForm<Values>({
    listing,
    initialValues: {
      name: listing?.name ?? '',
      slug: listing?.slug ?? '',
      imprint: listing?.imprint ?? '',
      logo_url: listing?.logo_url ?? null,
      website: listing?.website ?? '',
      contact_email: listing?.contact_email ?? '',
      required_approvals: listing?.required_approvals ?? 0,
    },
    schema: isNew ? NewPublisherBody : PublisherBody,
    bodyOf: isNew ? newBodyOf : bodyOf,
    create: (values) => catalogueApi.createPublisher({ body: newBodyOf(values) }),
    update: (values, changed_at) =>
      catalogueApi.updatePublisher({
        params: { id: listing?.id ?? '' },
        body: { ...bodyOf(values), changed_at },
      }),
    saved: t('publisher.saved'),
    onDone,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)}>
      <Stack gap="md" maw={640}>
        <NameAndSlug isNew={isNew} slugHint={t('publisher.slugHint')} {...fields} />
        <TextInput
          label={t('publisher.imprint')}
          description={t('publisher.imprintHint')}
          {...form.getInputProps('imprint')}
        />
        <PictureField label={t('publisher.logo')} {...form.getInputProps('logo_url')} />
        <TextInput
          label={t('publisher.website')}
          type="url"
          dir="ltr"
          placeholder="https://"
          {...form.getInputProps('website')}
        />
        <TextInput
          label={t('publisher.contact')}
          description={t('publisher.contactHint')}
          type="email"
          dir="ltr"
          {...form.getInputProps('contact_email')}
        />
        <NumberInput
          label={t('publisher.approvals')}
          description={t('publisher.approvalsHint')}
          min={0}
          max={MAX_REQUIRED_APPROVALS}
          allowDecimal={false}
          maw={320}
          {...form.getInputProps('required_approvals')}
        />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t(isNew ? 'publisher.create' : 'save')}
        </Button>
      </Stack>
    </form>
  );
}
