import type { CataloguePackageRow } from '@vesalius/contract/publishing-admin';

/** Whether a bundle costs more than its books that are sold one by one. */
export const isDear = ({
  price,
  sold_books_price: books,
}: Pick<CataloguePackageRow, 'price' | 'sold_books_price'>): boolean => price > books;
