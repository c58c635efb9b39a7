import { afterEach, expect, it, vi } from 'vitest';
import { countryHere } from './country-here.ts';

const countries = ['CH', 'DE', 'EG', 'US'].map((code) => ({ id: code.toLowerCase(), code }));
let zone: { mockRestore(): void };
const inZone = (timeZone: string) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
};
afterEach(() => zone.mockRestore());

it.each([
  ['Europe/Zurich', 'ch'],
  ['Africa/Cairo', 'eg'],
  ['America/Chicago', 'us'],
  ['UTC', undefined],
])('a device in %s is in %s', (timeZone, id) => {
  inZone(timeZone);
  expect(countryHere(countries)?.id).toBe(id);
});

it('an invalid code is no country', () => {
  inZone('Europe/Zurich');
  expect(countryHere([{ id: 'x', code: '' }, ...countries])?.id).toBe('ch');
});
