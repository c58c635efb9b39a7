import type { RouterProvider } from 'react-router';

type Router = Parameters<typeof RouterProvider>[0]['router'];

let isNavigating = false;

/**
 * Keeps up with the router at once: what React is told of it (`useNavigation`) comes with its next render, which on a busy
 * machine is late. Answers how to stop.
 */
export const followRouter = (router: Router): (() => void) =>
  router.subscribe(({ navigation }) => {
    isNavigating = navigation.state !== 'idle';
  });

/** Another screen has been asked for, and is not there yet. */
export const isOnTheWay = (): boolean => isNavigating;
