import { Placeholder } from '../../ui/placeholder.tsx';
import classes from './front-matter-skeleton.module.css';

/** A placeholder for the pages. */
export function FrontMatterSkeleton() {
  return (
    <Placeholder className={classes.pages}>
      <span />
      <span />
    </Placeholder>
  );
}
