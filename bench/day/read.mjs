/** Reading, searching, writing notes, watching. */
import { randomUUID } from 'node:crypto';
import { any, chance, within } from './chances.mjs';

const P = '/customer_portal/v1';
const WORDS = [
  'heart',
  'kidney',
  'lung',
  'dose',
  'axis',
  'potassium',
  'penicillin',
  'nerve',
  'wave',
  'shadow',
];

export async function openBook(person, book, shelf) {
  await person.call('book profile', 'GET', `${P}/books/${book.id}`);
  const pages = await person.call('manifest', 'GET', `${P}/books/${book.id}/pages`);
  if (!pages.ok) return;
  shelf.revision = pages.body.revision;
  shelf.grant = pages.body.files.grant;
  shelf.grantUntil = Date.parse(pages.body.files.expires_at) - 60_000;
  if (chance(0.5)) await person.call('notes list', 'GET', `${P}/annotations?book_id=${book.id}`);
  if (chance(0.5))
    await person.call('materials', 'GET', `${P}/book_supplementary_materials?book_id=${book.id}`);
}

export async function turnPages(person, book, shelf) {
  if (!shelf.grant || Date.now() > shelf.grantUntil) return openBook(person, book, shelf);
  for (let turned = within(1, 3); turned > 0; turned -= 1) {
    shelf.page = chance(0.1) ? within(1, book.pages) : Math.min(book.pages, shelf.page + 1);
    for (const file of ['1x.webp', 'text.json'])
      await person.call(
        'page file',
        'GET',
        `/page-files/${book.id}/${shelf.revision}/${shelf.page}/${file}?grant=${shelf.grant}`,
        { keep: false },
      );
  }
  const { page } = shelf;
  await person.write(
    'progress',
    'PATCH',
    `${P}/books/update_current_progress?book_id=${book.id}&page=${page}`,
    {},
    { w: 'progress', book: book.id, page },
  );
}

export const searchBook = (person, book) =>
  person.call('search in book', 'GET', `${P}/books/${book.id}/search?q=${any(WORDS)}`);

export async function searchShop(person) {
  if (chance(0.5)) return person.call('search', 'GET', `${P}/search?search_term=${any(WORDS)}`);
  return person.call('books list', 'GET', `${P}/books?page=1&items=10&sorting_term=date`);
}

/** Writes, sometimes changes or deletes a note. The reader chooses the id, so a repeated request stores one note. */
export async function writeNote(person, book, shelf) {
  const kept = shelf.notes.at(-1);
  if (kept && chance(0.3)) {
    const text = `Changed at ${Date.now()} by ${person.number}: سؤال`;
    const entry = { w: 'note', id: kept, book: book.id, text };
    await person.write(
      'note changed',
      'PATCH',
      `${P}/annotations/${kept}`,
      { body: { text }, expect: [200] },
      entry,
    );
  } else if (kept && chance(0.15)) {
    // 404: an earlier attempt whose answer was lost has deleted it.
    const expect = shelf.deleting === kept ? [200, 204, 404] : [200, 204];
    shelf.deleting = kept;
    const answer = await person.write(
      'note deleted',
      'DELETE',
      `${P}/annotations/${kept}`,
      { expect },
      { w: 'note gone', id: kept },
    );
    if (answer.ok) shelf.notes.pop();
  } else {
    const note = shelf.pendingNote ?? { id: randomUUID(), text: `Note of ${person.number} at ${Date.now()}` };
    const answer = await person.write(
      'note written',
      'POST',
      `${P}/annotations`,
      {
        body: { id: note.id, book_id: book.id, note: { pageNumber: shelf.page, text: note.text } },
        expect: [200, 201],
      },
      { w: 'note', id: note.id, book: book.id, text: note.text },
    );
    shelf.pendingNote = answer.unsure ? note : null;
    if (answer.ok) shelf.notes.push(note.id);
  }
}

/** Continues to play as far as the elapsed time allows; one in twenty reports claims far more and must be refused. */
export async function watch(person, book, shelf) {
  const material = any(book.materials);
  if (!material) return;
  const path = `${P}/books/update_supplementary_progress`;
  const of = { book_id: book.id, supplementary_material_id: material.id };
  if (!material.seconds) {
    const { body: whole } = await person.call(
      'material',
      'GET',
      `${P}/book_supplementary_materials/${material.id}`,
    );
    if (!whole?.series) return;
    const all = (items) => items.map((_, index) => index);
    const shown = [
      { series: '', numbers: all(whole.images) },
      ...whole.series.map(({ key, url }) => ({ series: key, numbers: all(url) })),
    ];
    return person.write(
      'looked at',
      'PATCH',
      path,
      { body: { ...of, shown } },
      { w: 'watched', material: material.id },
    );
  }
  const last = shelf.watching.get(material.id);
  if (!last) await person.call('material', 'GET', `${P}/book_supplementary_materials/${material.id}`);
  const now = Date.now();
  const may = last ? Math.min((now - last.at) / 1000, 30) : 4;
  const from = last?.to ?? 0;
  if (last && material.seconds - from > 60 + 2 * ((now - last.at) / 1000) && chance(0.05)) {
    const played = [[from, material.seconds]];
    await person.write(
      'played too fast',
      'PATCH',
      path,
      { body: { ...of, played }, expect: [422] },
      () => null,
    );
    return;
  }
  const to = Math.min(material.seconds, Math.round((from + may) * 100) / 100);
  if (to <= from) return;
  const answer = await person.write(
    'played',
    'PATCH',
    path,
    { body: { ...of, played: [[from, to]], position_seconds: to } },
    { w: 'played', material: material.id, from, to },
  );
  if (answer.ok) shelf.watching.set(material.id, { at: now, to });
}

export async function lookAround(person) {
  await person.call('own books', 'GET', `${P}/books/own`);
  if (chance(0.5)) await person.call('books begun', 'GET', `${P}/books/started`);
  if (chance(0.3)) await person.call('subscriptions', 'GET', `${P}/subscribed_books`);
  if (chance(0.3)) {
    const payments = await person.call('payments', 'GET', `${P}/payments`);
    const invoice = payments.body?.data?.[0]?.invoice_id;
    if (invoice) await person.call('invoice', 'GET', `${P}/invoices/${invoice}`);
  }
}
