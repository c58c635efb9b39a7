import { PAGE_SIZE } from '@vesalius/contract/constants';

interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly metadata: { readonly pages: number };
}

/** A list to its end, for what is shown in one piece: a page of the server holds a limited number of items. */
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
