import type { QueryClient } from '@tanstack/react-query';
import type { Invoice } from '@vesalius/contract/commerce-payment';
import { countriesOptions } from '../api.ts';

/** An invoice whose buyer's country, the last line of the address, is named in the language of the receipt. */
export async function loadInvoice(
  queryClient: QueryClient,
  answer: Promise<Invoice>,
  language: string,
): Promise<Invoice> {
  const [invoice, countries] = await Promise.all([
    answer,
    queryClient.ensureQueryData(countriesOptions).catch(() => []),
  ]);
  const written = invoice.buyer.lines.at(-1);
  const country = countries.find(({ name, name_ar }) => written === name || written === name_ar);
  if (!country) return invoice;
  const lines = [...invoice.buyer.lines.slice(0, -1), language === 'ar' ? country.name_ar : country.name];
  return { ...invoice, buyer: { ...invoice.buyer, lines } };
}
