import type { CataloguePackageRow } from '@vesalius/contract/publishing-admin';

/** Whether a bundle costs more than those of its books that the shop sells. */
export const isDear = ({
  price,
  sold_books_price: books,
}: Pick<CataloguePackageRow, 'price' | 'sold_books_price'>): boolean => price > books;
