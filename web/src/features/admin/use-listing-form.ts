import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { proposeSlug } from '@vesalius/contract/slugs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { useAsksBeforeLeaving } from '../../ui/use-asks-before-leaving.ts';

interface Listing {
  readonly id: string;
  readonly changed_at: string | null;
}
interface Named {
  readonly name: string;
  readonly slug: string;
}

/**
 * The form of a package, program or publisher. The slug follows the name until the user types one. A change that
 * another user saved since the form was opened is not overwritten: the form reports the conflict and keeps the typed
 * values.
 */
export function useListingForm<Values extends Named>({
  listing,
  initialValues,
  schema,
  bodyOf,
  create,
  update,
  saved,
  onDone,
}: {
  /** Null for a new one. */
  listing: Listing | null;
  initialValues: Values;
  schema: z.ZodType;
  bodyOf: (values: Values) => unknown;
  create: (values: Values) => Promise<{ id: string }>;
  update: (values: Values, changedAt: string | null) => Promise<Listing>;
  saved: string;
  onDone: (id: string) => void;
}) {
  const { i18n } = useTranslation();
  const errors = useFieldErrors();
  const queryClient = useQueryClient();
  const [changedAt, setChangedAt] = useState(listing?.changed_at ?? null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [isOwnSlug, setIsOwnSlug] = useState(false);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => errors.validate(schema)(bodyOf(values)),
  });
  const allowLeaving = useAsksBeforeLeaving(form.isDirty());
  const save = useMutation({
    mutationFn: async (values: Values): Promise<{ id: string; changed_at?: string | null }> =>
      listing ? update(values, changedAt) : create(values),
    onSuccess: async ({ id, changed_at }, values) => {
      form.resetDirty(values);
      allowLeaving();
      if (changed_at !== undefined) setChangedAt(changed_at);
      notifySuccess(saved);
      await queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
      onDone(id);
    },
    onError: async (error) => {
      setIsOutdated(error instanceof CallError && error.code === 'edited_meanwhile');
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else notifyError(await errorText(error, i18n.language));
    },
  });
  const set = (fields: Partial<Named>) => form.setValues(fields as Partial<Values>);
  return {
    form,
    save,
    isOutdated,
    reload: () => {
      allowLeaving();
      location.reload();
    },
    nameProps: {
      ...form.getInputProps('name'),
      onChange: ({ currentTarget: { value: name } }: { currentTarget: { value: string } }) =>
        set({ name, ...(listing || isOwnSlug ? {} : { slug: proposeSlug(name) }) }),
    },
    slugProps: {
      ...form.getInputProps('slug'),
      onChange: ({ currentTarget: { value: slug } }: { currentTarget: { value: string } }) => {
        setIsOwnSlug(slug !== '');
        set({ slug });
      },
    },
  };
}
