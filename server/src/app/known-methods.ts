import type { FastifyInstance } from 'fastify';

/** The methods in which a path can be asked; none = no route has it. */
export type AllowedMethods = (url: string) => readonly string[];

/** Remembers every route from now on; must come before the first. Only asked where no route has answered. */
export function watchRoutes(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    // `*` is the static files of the web app, not an address.
    if (url === '*' || url === '/*') return;
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });
  let patterns: (readonly [RegExp, ReadonlySet<string>])[] | undefined;
  return (url) => {
    patterns ??= [...methodsOf].map(([pattern, methods]) => [asExpression(pattern), methods] as const);
    const path = url.split('?')[0] as string;
    const found = patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => [...methods]);
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort();
  };
}

const asExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.+')}/?$`,
  );
