import { FIELD_MESSAGES, type FieldMessageKey } from '@vesalius/contract/accounts-messages';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError } from './api-client.ts';

const KEY_OF_TEXT = new Map(
  Object.entries(FIELD_MESSAGES).map(([key, text]) => [text as string, key as FieldMessageKey]),
);
type Fields = Record<string, string>;

/** The first complaint about each field, as a form of Mantine wants it. */
export function complaintsOf(schema: z.ZodType, values: unknown): Fields {
  const result = schema.safeParse(values);
  const fields: Fields = {};
  for (const issue of result.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

/** Complaints of the contract's schemas and of the server, in the reader's language. */
export function useFieldErrors() {
  const { t } = useTranslation('fields');
  const translate = (fields: Readonly<Fields>): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, text]) => {
        const key = KEY_OF_TEXT.get(text);
        return [field, key ? t(`text.${key}`) : text];
      }),
    );
  return {
    translate,
    /** For `useForm({ validate })`. */
    validate: (schema: z.ZodType) => (values: unknown) => translate(complaintsOf(schema, values)),
    /** Fields that the server complained about, or null when it was about something else. */
    fromServer: (error: unknown): Fields | null =>
      error instanceof CallError && Object.keys(error.fields).length > 0 ? translate(error.fields) : null,
  };
}
