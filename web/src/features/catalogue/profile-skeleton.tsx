import { Placeholder } from '../../ui/placeholder.tsx';
import classes from './profile-skeleton.module.css';

/** A placeholder for a profile: a cover, a title, numbers. */
export function ProfileSkeleton() {
  return (
    <Placeholder className={classes.band}>
      <div className={`page ${classes.inner}`}>
        <span className={classes.cover} />
        <span className={classes.lines}>
          <span style={{ width: '18%' }} />
          <span style={{ width: '78%', height: 48 }} />
          <span style={{ width: '44%' }} />
          <span style={{ width: '60%', height: 56, marginTop: 24 }} />
          <span style={{ width: '36%', height: 46, marginTop: 16 }} />
        </span>
      </div>
    </Placeholder>
  );
}
