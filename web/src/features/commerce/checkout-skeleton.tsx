import { Skeleton } from '@mantine/core';
import classes from './checkout.module.css';

export const CheckoutSkeleton = () => (
  <div className={classes.layout}>
    <div className={classes.main}>
      <Skeleton h={40} w={200} />
      <Skeleton h={260} />
      <Skeleton h={160} />
    </div>
    <Skeleton h={380} />
  </div>
);
