import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Every import, export from, `import()` and `import('..')` in a type, from a parser, so that no other text counts.
 * `isType`: it does not exist at run time.
 * @param {string} file
 * @returns {{ specifier: string, isType: boolean, isDynamic: boolean }[]}
 */
export function importsIn(file) {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {{ specifier: string, isType: boolean, isDynamic: boolean }[]} */
  const imports = [];
  /**
   * @param {unknown} source
   * @param {string} [kind]
   */
  const add = (source, kind) => {
    const specifier = /** @type {{ value?: unknown } | null} */ (source)?.value;
    if (typeof specifier === 'string')
      imports.push({ specifier, isType: kind === 'type', isDynamic: kind === 'dynamic' });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind),
    ImportExpression: ({ source }) => add(source, 'dynamic'),
    TSImportType: ({ source }) => add(source, 'type'),
  }).visit(program);
  return imports;
}
