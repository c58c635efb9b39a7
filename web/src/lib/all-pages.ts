import { PAGE_SIZE } from '@vesalius/contract/constants';

interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly metadata: { readonly pages: number };
}

/** All items of a list, for screens without pages: one page of the server has a limited number of items. */
export async function allPages<Item>(
  read: (query: { page: number; items: number }) => Promise<PageOf<Item>>,
): Promise<Item[]> {
  const items = PAGE_SIZE.maximum;
  const first = await read({ page: 1, items });
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, first.metadata.pages - 1) }, (_, index) =>
      read({ page: index + 2, items }),
    ),
  );
  return [first, ...rest].flatMap(({ data }) => data);
}
