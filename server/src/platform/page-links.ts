interface ListAnswer {
  readonly metadata?: { readonly currentPage?: unknown; readonly pages?: unknown };
}

/** The `Link` header of a list (RFC 8288): its first, previous, next and last page, each with the same filters. */
export function pageLinks(url: string, answer: unknown): string | null {
  const { currentPage, pages } = (answer as ListAnswer | null)?.metadata ?? {};
  if (typeof currentPage !== 'number' || typeof pages !== 'number' || pages < 1) return null;
  const [path = '', query = ''] = url.split('?', 2);
  const to = (page: number, relation: string) => {
    const search = new URLSearchParams(query);
    search.set('page', String(page));
    return `<${path}?${search}>; rel="${relation}"`;
  };
  const links = [to(1, 'first')];
  if (currentPage > 1) links.push(to(Math.min(currentPage - 1, pages), 'prev'));
  if (currentPage < pages) links.push(to(currentPage + 1, 'next'));
  links.push(to(pages, 'last'));
  return links.join(', ');
}
