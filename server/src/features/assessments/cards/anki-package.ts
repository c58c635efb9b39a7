import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type CardKind, clozeOpening } from '@vesalius/contract/cards-limits';
import { type AsyncZippable, strToU8, zip } from 'fflate';
import initSqlJs, { type Database } from 'sql.js';
import { ANKI_TABLES, COLLECTION_OPTIONS, DECK_OPTIONS, deckOf, MODEL_IDS, modelsOf } from './anki-schema.ts';

export interface AnkiCard {
  /** The same for each export: importing again changes the note instead of adding another. */
  readonly id: string;
  readonly kind: CardKind;
  readonly front: string;
  readonly back: string;
  readonly createdAt: Date;
  readonly book: { readonly id: string; readonly title: string };
  readonly source: { readonly text: string; readonly url: string };
}

const zipped = promisify((files: AsyncZippable, done: (error: Error | null, bytes: Uint8Array) => void) =>
  zip(files, done),
);

/** An .apkg file: a ZIP with the collection as SQLite, and the (empty) list of its media. */
export async function ankiPackage(cards: readonly AnkiCard[], now: Date): Promise<Uint8Array> {
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  try {
    db.run(ANKI_TABLES);
    insertCollection(db, cards, now);
    await insertNotes(db, cards, now);
    return await zipped({ 'collection.anki2': db.export(), media: strToU8('{}') });
  } finally {
    db.close();
  }
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

function insertCollection(db: Database, cards: readonly AnkiCard[], now: Date): void {
  const mod = secondsOf(now);
  const decks: Record<string, unknown> = { 1: deckOf(1, 'Default', mod) };
  for (const { book } of cards) decks[deckId(book.id)] = deckOf(deckId(book.id), deckName(book.title), mod);
  const json = [COLLECTION_OPTIONS, modelsOf(mod), decks, DECK_OPTIONS, {}].map((part) =>
    JSON.stringify(part),
  );
  db.run('insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)', [
    ...[mod, now.getTime(), now.getTime()],
    ...json,
  ]);
}

/** Two colons would begin a deck inside of the deck. */
const deckName = (title: string) => `Vesalius::${title.replace(/:{2,}/g, ':')}`;
/** Anki's ids are times in milliseconds; the book's id gives the same one each time. */
const deckId = (bookId: string): number => 1_600_000_000_000 + (hashOf(bookId) % 100_000_000_000);
const hashOf = (text: string): number =>
  Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 12), 16);

/** Meanwhile the process answers others. */
const CARDS_AT_ONCE = 100;

async function insertNotes(db: Database, cards: readonly AnkiCard[], now: Date): Promise<void> {
  const mod = secondsOf(now);
  const notes = db.prepare('insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, ?)');
  const asked = db.prepare(
    'insert into cards values (?, ?, ?, ?, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, ?)',
  );
  db.run('begin');
  let lastNote = 0;
  let lastCard = 0;
  for (const [index, card] of cards.entries()) {
    const { kind, createdAt, source } = card;
    const fields = [
      html(card.front),
      html(card.back),
      `<a href="${html(source.url)}">${html(source.text)}</a>`,
    ];
    lastNote = Math.max(createdAt.getTime(), lastNote + 1);
    // Anki finds duplicates by the first field without its marks.
    const sortField = (fields[0] ?? '').replace(/<[^>]*>/g, '');
    const checksum = Number.parseInt(createHash('sha1').update(sortField).digest('hex').slice(0, 8), 16);
    notes.run([
      ...[lastNote, card.id, MODEL_IDS[kind], mod, '', fields.join('\x1f'), sortField, checksum, ''],
    ]);
    for (const ord of kind === 'cloze' ? clozeNumbers(card.front) : [0]) {
      lastCard = Math.max(lastNote, lastCard + 1);
      if (lastCard % CARDS_AT_ONCE === 0) await setImmediate();
      asked.run([...[lastCard, lastNote, deckId(card.book.id), ord, mod, index + 1, '']]);
    }
  }
  db.run('commit');
}

/** {{c2::…}} is asked by the card with the number 1. */
const clozeNumbers = (text: string): number[] =>
  [...new Set([...text.matchAll(clozeOpening())].map((match) => Number(match[1]) - 1))].sort((a, b) => a - b);

/** One of them separates the fields of a note. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f]/g;
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
  // "[sound:…]" and "[latex]" are commands.
  '[': '&#91;',
};
const html = (text: string): string =>
  text.replace(CONTROLS, '').replace(/[&<>"\n[]/g, (sign) => SIGNS[sign] ?? sign);
