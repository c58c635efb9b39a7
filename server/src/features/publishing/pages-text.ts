/** `page 3` or `pages 1 to 4, 9`. */
export function pagesText(pages: ReadonlySet<number>): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  return `${pages.size === 1 ? 'page' : 'pages'} ${texts.join(', ')}`;
}
