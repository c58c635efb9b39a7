import type { FastifyInstance } from 'fastify';

/** The methods that a path supports; none = no route matches it. */
export type AllowedMethods = (url: string) => readonly string[];

/** Records every route that is registered after this call. Consulted only for requests that no route answered. */
export function watchRoutes(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    // `*` serves the static files of the web app.
    if (url === '*' || url === '/*') return;
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });
  let patterns: (readonly [RegExp, ReadonlySet<string>])[] | undefined;
  return (url) => {
    patterns ??= [...methodsOf].map(([pattern, methods]) => [asExpression(pattern), methods] as const);
    const path = url.split('?')[0] as string;
    const methods = patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => [...methods]);
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
  };
}

const asExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.+')}/?$`,
  );
