import { z } from 'zod';
import { Manifest } from './manifest.ts';

/** The JSON Schema of `book.yaml`, for editors that validate while typing. `npm run book-folder-schema` writes it. */
export function bookFolderSchema(): string {
  const schema = z.toJSONSchema(Manifest, { io: 'input', target: 'draft-2020-12' }) as Record<
    string,
    unknown
  >;
  const { $schema, ...rest } = schema;
  const document = {
    $schema,
    title: 'Vesalius book folder',
    description: 'The manifest book.yaml of a book folder; docs/book-folder.md explains it.',
    ...rest,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
