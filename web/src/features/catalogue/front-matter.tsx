import type { BookDetail } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import classes from './front-matter.module.css';

/** The front matter page by page. Each image loads when it comes near the viewport. */
export function FrontMatter({
  book,
  size,
  pictureOf,
}: {
  book: BookDetail;
  /** The size of the first page in points. The others nearly always have the same proportions. */
  size: readonly [width: number, height: number];
  pictureOf: (page: number, double: boolean) => string;
}) {
  const { t } = useTranslation('catalogue');
  const range = book.front_matter;
  if (!range) return <p className={classes.none}>{t('profile.noFrontMatter')}</p>;
  const pages = Array.from(
    { length: range.last_page - range.first_page + 1 },
    (_, index) => range.first_page + index,
  );
  return (
    <ol className={classes.pages}>
      {pages.map((page) => (
        <li key={page}>
          <img
            src={pictureOf(page, false)}
            srcSet={`${pictureOf(page, false)} 1x, ${pictureOf(page, true)} 2x`}
            width={size[0]}
            height={size[1]}
            alt={t('profile.frontMatterPage', { page, title: book.title })}
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ol>
  );
}
