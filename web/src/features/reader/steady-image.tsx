import { type ImgHTMLAttributes, useState } from 'react';
import { useRetries } from '../../lib/use-retries.ts';

/** An image that is fetched again automatically after a failure. */
export function SteadyImage(props: ImgHTMLAttributes<HTMLImageElement> & { readonly alt: string }) {
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useRetries(failedAttempt === attempt, () => setAttempt(attempt + 1));
  // A new element: browsers do not ask again for the address of one that failed.
  return <img key={attempt} {...props} alt={props.alt} onError={() => setFailedAttempt(attempt)} />;
}
