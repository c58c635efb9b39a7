import { FIELD_MESSAGES, type FieldMessageKey } from '@vesalius/contract/accounts-messages';
import { FIELD_TEMPLATES, type FieldTemplateKey } from '@vesalius/contract/field-text';
import { issueText, VALUE_MESSAGES, type ValueMessageKey } from '@vesalius/contract/issue-text';
import {
  FILE_MESSAGES,
  type FileMessageKey,
  PERSON_MESSAGES,
  type PersonMessageKey,
} from '@vesalius/contract/people-import-messages';
import type { TFunction } from 'i18next';
import { getI18n, useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError } from './api-client.ts';
import { formatDate } from './formats.ts';

const keysOfTexts = <Key extends string>(messages: Readonly<Record<Key, string>>) =>
  new Map((Object.entries(messages) as [Key, string][]).map(([key, text]) => [text, key]));
const FIELD_KEYS = keysOfTexts<FieldMessageKey>(FIELD_MESSAGES);
const VALUE_KEYS = keysOfTexts<ValueMessageKey>(VALUE_MESSAGES);
const PERSON_KEYS = keysOfTexts<PersonMessageKey>(PERSON_MESSAGES);
const FILE_KEYS = keysOfTexts<FileMessageKey>(FILE_MESSAGES);

/** What a template's sentences match, with a group per value. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{\{(\w+)\}\}/)
      .map((part, at) =>
        at % 2 === 0
          ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          : `(?<${part}>${part === 'count' ? '\\d+' : '.+'})`,
      )
      .join('')}$`,
    's',
  );
const TEMPLATES = Object.entries(FIELD_TEMPLATES).map(
  ([key, template]) => [patternOf(template), key.replace(/_(?:one|other)$/, '') as FieldTemplateKey] as const,
);
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
  const person = PERSON_KEYS.get(text);
  if (person) return t(`person.${person}`);
  const file = FILE_KEYS.get(text);
  if (file) return t(`file.${file}`);
  for (const [pattern, key] of TEMPLATES) {
    const values = pattern.exec(text)?.groups;
    if (values) return t(`filled.${key}`, shownValues(values));
  }
  return text;
}

function shownValues({ count, day, ...others }: Readonly<Record<string, string>>) {
  return {
    ...others,
    ...(count !== undefined && { count: Number(count) }),
    ...(day !== undefined && { day: formatDate(day, getI18n().language) }),
  };
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
