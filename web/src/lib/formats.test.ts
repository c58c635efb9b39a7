import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoney } from './formats.ts';

it('joins the minus of an amount with its currency sign, so that no line breaks between them', () => {
  expect(formatMoney(-160.5, 'en')).toBe('−\u2060$160.50');
});

describe('a date', () => {
  it('has three letters for every month', () => {
    for (let month = 1; month <= 12; month += 1) {
      const iso = `2026-${String(month).padStart(2, '0')}-14`;
      expect(formatDate(iso, 'en')).toMatch(/^14 [A-Z][a-z]{2} 2026$/);
      expect(formatDateTime(`${iso}T12:00:00`, 'en')).toMatch(/^14 [A-Z][a-z]{2} 2026/);
    }
  });

  it('is written in Arabic with Western digits', () => {
    expect(formatDate('2026-09-14', 'ar')).toMatch(/14.*2026/);
  });
});
