/** A list as the server answers it: the page that the address asks for. */
export const pagedList =
  (all: readonly unknown[]) =>
  ({ url }: { url: string }) => {
    const search = new URL(url, 'http://localhost').searchParams;
    const [page, items] = [Number(search.get('page') ?? 1), Number(search.get('items') ?? 20)];
    return {
      data: all.slice((page - 1) * items, page * items),
      metadata: { count: all.length, currentPage: page, pages: Math.ceil(all.length / items) },
    };
  };
