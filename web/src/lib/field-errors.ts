import { FIELD_MESSAGES, type FieldMessageKey } from '@vesalius/contract/accounts-messages';
import { issueText, VALUE_MESSAGES, type ValueMessageKey } from '@vesalius/contract/issue-text';
import type { TFunction } from 'i18next';
import { getI18n, useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError } from './api-client.ts';
import { formatDate } from './formats.ts';

const keysOfTexts = <Key extends string>(messages: Readonly<Record<Key, string>>) =>
  new Map((Object.entries(messages) as [Key, string][]).map(([key, text]) => [text, key]));
const FIELD_KEYS = keysOfTexts<FieldMessageKey>(FIELD_MESSAGES);
const VALUE_KEYS = keysOfTexts<ValueMessageKey>(VALUE_MESSAGES);
const COUNTED = [
  [/^Use at least (\d+) characters?\.$/, 'counted.atLeastCharacters'],
  [/^Use at most (\d+) characters?\.$/, 'counted.atMostCharacters'],
  [/^At least (\d+) entr(?:y|ies)\.$/, 'counted.atLeastEntries'],
  [/^At most (\d+) entr(?:y|ies)\.$/, 'counted.atMostEntries'],
  [/^At most (\d+) pages?\.$/, 'counted.atMostPages'],
  [/^This has to be (\S+) or more\.$/, 'counted.orMore'],
  [/^This has to be (\S+) or less\.$/, 'counted.orLess'],
  [/^This has to be a multiple of (\S+)\.$/, 'counted.multipleOf'],
  [/^This has to be one of: (.+)\.$/, 'counted.oneOf'],
] as const;
type Fields = Record<string, string>;

/** The first error of each field, in the form that Mantine needs. */
export function complaintsOf(schema: z.ZodType, values: unknown): Fields {
  const result = schema.safeParse(values, { error: issueText });
  const fields: Fields = {};
  for (const issue of result.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message;
  return fields;
}

/** An error in the language of `t`; an unknown one is returned unchanged. */
export function complaintIn(t: TFunction<'fields'>, text: string): string {
  const field = FIELD_KEYS.get(text);
  if (field) return t(`text.${field}`);
  const value = VALUE_KEYS.get(text);
  if (value) return t(`value.${value}`);
  const day = /\d{4}-\d\d-\d\d/.exec(text)?.[0];
  const withDay = day && VALUE_KEYS.get(text.replace(day, '{{day}}'));
  if (withDay) return t(`value.${withDay}`, { day: formatDate(day, getI18n().language) });
  for (const [pattern, key] of COUNTED) {
    const said = pattern.exec(text)?.[1];
    if (said !== undefined) return t(key, { count: Number(said), value: said });
  }
  return text;
}

/** Errors of the contract's schemas and of the server, in the reader's language. */
export function useFieldErrors() {
  const { t } = useTranslation('fields');
  const translate = (fields: Readonly<Fields>): Fields =>
    Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, complaintIn(t, text)]));
  return {
    translate,
    /** For `useForm({ validate })`. */
    validate: (schema: z.ZodType) => (values: unknown) => translate(complaintsOf(schema, values)),
    /** The server's field errors; null if the error concerns something else. */
    fromServer: (error: unknown): Fields | null =>
      error instanceof CallError && Object.keys(error.fields).length > 0 ? translate(error.fields) : null,
  };
}
