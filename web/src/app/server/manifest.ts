/** The used part of the build's `.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, Chunk>>;
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export interface BuiltFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The files of these modules and of all their imports. `follows` decides which dynamic imports are included. Modules that the
 * build merged into another file have no chunk of their own.
 */
export function filesOf(
  manifest: Manifest,
  modules: Iterable<string>,
  follows: (module: string) => boolean = () => false,
): BuiltFiles {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const other of chunk.imports ?? []) visit(other);
    for (const other of chunk.dynamicImports ?? []) if (follows(other)) visit(other);
  };
  for (const name of modules) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}

/** The modules from an entry to a target, both included: screens are imported by lists that are loaded on demand. */
export function wayTo(manifest: Manifest, entry: string, target: string): readonly string[] {
  const ways = new Map([[entry, [entry]]]);
  for (const [name, way] of ways)
    for (const next of [...(manifest[name]?.imports ?? []), ...(manifest[name]?.dynamicImports ?? [])])
      if (!ways.has(next)) ways.set(next, [...way, next]);
  return ways.get(target) ?? [];
}
