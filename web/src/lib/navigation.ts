import type { RouterProvider } from 'react-router';

type Router = Parameters<typeof RouterProvider>[0]['router'];

let isNavigating = false;

/**
 * Follows the router directly: React learns of a navigation (`useNavigation`) only with its next render, which may be late. Returns
 * the unsubscribe function.
 */
export const followRouter = (router: Router): (() => void) =>
  router.subscribe(({ navigation }) => {
    isNavigating = navigation.state !== 'idle';
  });

/** Whether another screen was requested and is not shown yet. */
export const isOnTheWay = (): boolean => isNavigating;
