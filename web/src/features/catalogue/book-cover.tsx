import { useState } from 'react';
import { useRetries } from '../../lib/use-retries.ts';
import classes from './book-cover.module.css';

/** Attempts within about a minute. A cover that is still missing is replaced by a plain one. */
const MAX_ATTEMPTS = 5;

export interface CoverPicture {
  readonly cover_photo: string;
  readonly cover: {
    readonly srcset: string;
    readonly width: number;
    readonly height: number;
    readonly color: string;
  };
}

/**
 * A cover in its real proportions; space and color are reserved until it is loaded. A missing cover is replaced by a
 * plain cloth binding with the title.
 */
export function BookCover({
  picture,
  title,
  alt = '',
  sizes,
  eager = false,
}: {
  picture: CoverPicture;
  title: string;
  /** Empty if the title is shown beside the cover. */
  alt?: string;
  sizes: string;
  /** For the first covers of a page: loads them before those further down. */
  eager?: boolean;
}) {
  const [failed, setFailed] = useState(false);
  useRetries(failed, () => setFailed(false), MAX_ATTEMPTS);
  const { srcset, width, height, color } = picture.cover;
  const known = width > 0 && height > 0;
  return (
    <span
      className={classes.cover}
      data-missing={failed || undefined}
      style={{ aspectRatio: known ? `${width} / ${height}` : undefined, backgroundColor: color || undefined }}
    >
      {failed ? (
        <span className={classes.binding} aria-hidden={alt === ''}>
          <span dir="auto">{title}</span>
        </span>
      ) : (
        <img
          // An error before hydration fired no handler: check the image.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(true);
          }}
          src={picture.cover_photo}
          srcSet={srcset || undefined}
          sizes={srcset ? sizes : undefined}
          width={known ? width : undefined}
          height={known ? height : undefined}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding={eager ? 'sync' : 'async'}
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
