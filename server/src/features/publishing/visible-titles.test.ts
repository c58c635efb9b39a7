import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { bookFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { importBook } from './import-book.ts';

it('a title or name reaches readers without characters that would reverse the sentence around it', async () => {
  const app = await testApp();
  const child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
  const folder = await bookFolder();
  try {
    folder.manifest((book) => {
      book.title = 'A book \u202eevil\u2069';
      book.faculty = [{ name: 'Ada\u200b \u2066Writer', title: 'MD', photo: 'ada.png' }];
    });
    const { bookId } = await importBook(app.deps, folder.folder, { pageWork: { childProgram: child.file } });
    const { body } = await app.call(catalogueCalls.getBook, { params: { id: bookId } });
    expect(body.title).toBe('A book evil');
    expect(JSON.stringify(body)).toContain('"Ada Writer"');
  } finally {
    folder.remove();
    child.remove();
    await app.close();
  }
});
