import { entryPath, type Fields, idOf, isFields, type Path, type Value } from './working-copy-document.ts';

/** The fields that name the file, a folder above it, or a file in it. */
export function usesOfFile(document: Fields, path: string): Path[] {
  const uses: Path[] = [];
  const visit = (value: Value | undefined, at: Path): void => {
    if (typeof value === 'string') {
      if (isSameOrAbove(value, path) || isSameOrAbove(path, value)) uses.push(at);
    } else if (Array.isArray(value)) {
      for (const each of value as readonly Value[]) {
        const id = isFields(each) ? idOf(each) : null;
        visit(each, id === null ? at : entryPath(at, id));
      }
    } else if (isFields(value)) {
      // The kind of a material is a word, and not the folder of that name.
      for (const [name, each] of Object.entries(value)) if (name !== 'type') visit(each, [...at, name]);
    }
  };
  visit(document, []);
  return uses;
}

const isSameOrAbove = (folder: string, path: string): boolean => {
  const name = folder.replace(/\/+$/, '');
  return name !== '' && (path === name || path.startsWith(`${name}/`));
};
