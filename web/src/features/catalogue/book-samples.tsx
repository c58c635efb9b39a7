import type { BookDetail } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import classes from './book-samples.module.css';

/** Sample pages side by side. Each opens in full size in a new tab. */
export function BookSamples({ samples, title }: { samples: BookDetail['book_samples']; title: string }) {
  const { t } = useTranslation('catalogue');
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="samples">
      <h2 id="samples">{t('overview.samples')}</h2>
      <ul className={classes.samples}>
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <a href={sample.sample_url} target="_blank" rel="noopener">
              <img
                src={sample.sample_url}
                alt={t('overview.sample', { number: index + 1, title })}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
