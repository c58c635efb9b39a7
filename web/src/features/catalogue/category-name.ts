import type { Category } from '@vesalius/contract/catalogue-parts';

/** A category in the reader's language, if the publisher has translated it. */
export const categoryName = (category: Pick<Category, 'name' | 'name_ar'>, language: string): string =>
  (language === 'ar' && category.name_ar) || category.name;
