import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime } from './formats.ts';

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
