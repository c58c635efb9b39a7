/** Without a grant: what a page file is, whoever fetches it. */
export const pageFilePath = (bookId: string, revision: number, page: number, file: string): string =>
  `/page-files/${bookId}/${revision}/${page}/${file}`;
