import { entryPath, type Fields, idOf, isFields, type Path } from '@vesalius/contract/working-copy-document';

/** A page number in a working copy. */
export interface PageValue {
  readonly path: Path;
  readonly page: number;
}

export interface Entry {
  readonly path: Path;
  readonly fields: Fields;
}
export const entriesAt = (at: Path, fields: Fields, name: string): Entry[] => {
  const list = fields[name];
  if (!Array.isArray(list)) return [];
  return (list as readonly Fields[]).flatMap((each) => {
    const id = isFields(each) ? idOf(each) : null;
    return id === null ? [] : [{ path: entryPath([...at, name], id), fields: each }];
  });
};

export const pageAt = ({ path, fields }: Entry, name: string): PageValue | null => {
  const page = fields[name];
  return typeof page === 'number' ? { path: [...path, name], page } : null;
};
const pagesAt = (entries: readonly Entry[], name: string): PageValue[] =>
  entries.flatMap((entry) => pageAt(entry, name) ?? []);

export const materialsOf = (group: Entry): Entry[] => entriesAt(group.path, group.fields, 'materials');
const all = (document: Fields, name: string) => entriesAt([], document, name);
const within = (entries: readonly Entry[], name: string) =>
  entries.flatMap(({ path, fields }) => entriesAt(path, fields, name));

/** What names a page number as long as its thing exists: a lecture keeps its marks when it goes to another page. */
export const nameOf = (path: Path): string => (path[4] === 'marks' ? path.slice(2) : path).join('/');

/** The pages that single things name; those of chapters and tests have their order, too. */
export const singlePages = (document: Fields): PageValue[] => [
  ...pagesAt(within(within(all(document, 'supplementaries'), 'materials'), 'marks'), 'page'),
  ...pagesAt(all(document, 'quizzes'), 'page'),
  ...pagesAt(within([...all(document, 'quizzes'), ...all(document, 'tests')], 'questions'), 'page'),
  ...pagesAt(entriesAt(['final_test'], fieldsOf(document, 'final_test'), 'questions'), 'page'),
];

export const fieldsOf = (document: Fields, name: string): Fields => {
  const value = document[name];
  return isFields(value) ? value : {};
};

/** All page numbers by their names, and where each material stands: to see what was changed by hand. */
export function valuesOf(document: Fields): Map<string, number> {
  const chapters = all(document, 'chapters');
  const tests = all(document, 'tests');
  const groups = all(document, 'supplementaries');
  const front = { path: ['front_matter'], fields: fieldsOf(document, 'front_matter') };
  const pages = [
    ...singlePages(document),
    ...['first_page', 'last_page'].flatMap((name) => pagesAt([...chapters, front], name)),
    ...['pre_page', 'post_page'].flatMap((name) => pagesAt(tests, name)),
    ...pagesAt(within(tests, 'sections'), 'first_page'),
    ...pagesAt(all(document, 'page_labels'), 'from_page'),
    ...pagesAt(groups, 'page'),
  ];
  const values = new Map(pages.map(({ path, page }) => [nameOf(path), page]));
  for (const group of groups) for (const { path } of materialsOf(group)) values.set(nameOf(path), 1);
  return values;
}
