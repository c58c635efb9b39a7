import { expect, it } from 'vitest';
import { type FieldText, fieldText } from './field-text.ts';

it('fills a template, in the singular and in the plural', () => {
  expect(fieldText('atMostEntries', { count: 1 })).toBe('At most 1 entry.');
  expect(fieldText('atMostEntries', { count: 0 })).toBe('At most 0 entries.');
  expect(fieldText('taskAlready', { day: '2099-03-01' })).toContain('due on 2099-03-01:');
});

it('is a type that a sentence without a key does not have', () => {
  // @ts-expect-error A plain string.
  const text: FieldText = 'Choose another one.';
  // @ts-expect-error Another value than that of the template.
  expect(fieldText('taskAlready', { count: 1 })).not.toBe(text);
});
