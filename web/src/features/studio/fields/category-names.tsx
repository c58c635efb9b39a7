import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CatalogueEndpoints } from '@vesalius/contract/catalogue';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';

const client = clientFor<CatalogueEndpoints>(catalogueCalls);
const categoriesOptions = () =>
  queryOptions({
    queryKey: keyOf('catalogue', 'categories'),
    queryFn: (from) => client.listCategories({ from }),
    staleTime: 600_000,
  });

/** Suggests the categories of the shop to the input that names this list; another text is a new category. */
export function CategoryNames({ id }: { id: string }) {
  const { data } = useQuery(categoriesOptions());
  return (
    <datalist id={id}>
      {data?.data.map((each) => (
        <option key={each.id} value={each.name} />
      ))}
    </datalist>
  );
}
