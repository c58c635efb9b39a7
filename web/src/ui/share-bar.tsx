import classes from './share-bar.module.css';

/** A share of all; the whole track is all of them. The figure stands beside it. */
export function ShareBar({ of, value, isRight = false }: { of: number; value: number; isRight?: boolean }) {
  return (
    <span className={classes.bar} data-right={isRight || undefined} aria-hidden="true">
      <span data-fill style={{ width: `${of === 0 ? 0 : (100 * value) / of}%` }} />
    </span>
  );
}
