import { expect, it } from 'vitest';
import { setTransport } from '../../../lib/api-client.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { commerceApi } from '../api.ts';
import { loadInvoice } from './load-invoice.ts';

const COUNTRIES = [{ id: 'be', name: 'Belgium', name_ar: 'بلجيكا', code: 'BE' }];

function answering(country: string, countries: unknown) {
  setTransport(async ({ url }) => ({
    status: countries || !url.includes('countries') ? 200 : 503,
    body: url.includes('countries')
      ? { data: countries }
      : { buyer: { name: 'Ada', email: 'ada@example.org', lines: ['1 Main Street', country] } },
  }));
}

it.each([
  ['Belgium', COUNTRIES, 'ar', 'بلجيكا'],
  ['بلجيكا', COUNTRIES, 'en', 'Belgium'],
  ['Atlantis', COUNTRIES, 'ar', 'Atlantis'],
  ['Belgium', null, 'ar', 'Belgium'],
])('names the country %s in the language of the receipt', async (country, countries, language, name) => {
  answering(country, countries);
  const { buyer } = await loadInvoice(
    createQueryClient(),
    commerceApi.getInvoice({ params: { id: 'i' } }),
    language,
  );
  expect(buyer.lines).toEqual(['1 Main Street', name]);
});
