interface NamedFile {
  readonly path: string;
  readonly assetHash: string;
}

/**
 * A path for each file that is not there yet: different content under the same name gets a new name. Thousands of images
 * that are all called IM1 are counted on, and not tried from the first number again. `known` maps paths to contents.
 */
export function nameFiles<File extends NamedFile>(
  known: ReadonlyMap<string, string>,
  files: readonly File[],
): File[] {
  const taken = new Map(known);
  const families = new Map<string, { next: number; hashes: Set<string> }>();
  return files.flatMap((file) => {
    const family = families.get(file.path) ?? { next: 1, hashes: new Set<string>() };
    families.set(file.path, family);
    for (let hash = taken.get(numbered(file.path, family.next)); hash !== undefined; ) {
      family.hashes.add(hash);
      family.next += 1;
      hash = taken.get(numbered(file.path, family.next));
    }
    if (family.hashes.has(file.assetHash)) return [];
    const path = numbered(file.path, family.next);
    taken.set(path, file.assetHash);
    return [{ ...file, path }];
  });
}

/** "ct/IM1.dcm", "ct/IM1-2.dcm" ... */
export function numbered(path: string, count: number): string {
  const [, stem = path, extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? [];
  return count === 1 ? path : `${stem}-${count}${extension}`;
}
