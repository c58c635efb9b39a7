import { useState } from 'react';
import { useRetries } from '../../lib/use-retries.ts';
import classes from './book-cover.module.css';

/** About a minute: a cover that is missing for longer stays a binding. */
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
 * A cover at its real proportions, with its place and colour kept until it has arrived. One that is missing becomes
 * a plain cloth binding with the title on it.
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
  /** Empty where the title stands beside it. */
  alt?: string;
  sizes: string;
  /** The first covers of a page: fetched at once, before what is further down. */
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
          // An error before the page became alive was not heard: ask the picture.
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
