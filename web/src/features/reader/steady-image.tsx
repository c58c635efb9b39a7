import { type ImgHTMLAttributes, useState } from 'react';
import { useRetries } from '../../lib/use-retries.ts';

/** An image that retries automatically after a failure, at the address that is valid by then. */
export function SteadyImage({
  url,
  onFailure,
  ...props
}: Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> & {
  readonly alt: string;
  url(): string;
  onFailure?(): void;
}) {
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  useRetries(failedAttempt === attempt, () => setAttempt(attempt + 1));
  const fail = () => {
    onFailure?.();
    setFailedAttempt(attempt);
  };
  // A new element, because browsers do not reload the address of a failed one.
  return <img key={attempt} {...props} src={url()} alt={props.alt} onError={fail} />;
}
