import { type ImgHTMLAttributes, useState } from 'react';
import { useRetries } from '../../lib/use-retries.ts';

/** An image that retries automatically after a failure. */
export function SteadyImage(props: ImgHTMLAttributes<HTMLImageElement> & { readonly alt: string }) {
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useRetries(failedAttempt === attempt, () => setAttempt(attempt + 1));
  // A new element, because browsers do not reload the address of a failed one.
  return <img key={attempt} {...props} alt={props.alt} onError={() => setFailedAttempt(attempt)} />;
}
