import type { RouteObject } from 'react-router';

/** One expression over all patterns of the routes: matching them one by one costs more than the rest of an answer. */
export function screenTest(routes: readonly RouteObject[]): (path: string) => boolean {
  const any = new RegExp(`^(?:${patternsOf(routes).map(sourceOf).join('|')})/?$`, 'i');
  return (path) => any.test(decoded(path));
}

const patternsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...(children ? patternsOf(children) : []),
  ]);

/** The source of an expression for a route's pattern: its path, without the slash at the end. */
export const sourceOf = (pattern: string): string =>
  pattern
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      if (!segment.startsWith(':')) return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
      return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    })
    .join('');

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
