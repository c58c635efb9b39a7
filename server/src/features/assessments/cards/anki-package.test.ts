import { strFromU8, unzipSync } from 'fflate';
import initSqlJs from 'sql.js';
import { expect, it } from 'vitest';
import { type AnkiCard, ankiPackage } from './anki-package.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const HEART = { id: '0197a000-0000-7000-8000-0000000000b1', title: 'The Heart :: a guide' };
const LUNG = { id: '0197a000-0000-7000-8000-0000000000b2', title: 'The Lung' };
const card = (number: number, more: Partial<AnkiCard> = {}): AnkiCard => ({
  id: `card-${number}`,
  kind: 'basic',
  front: `Question ${number}`,
  back: `Answer ${number}`,
  createdAt: new Date('2026-11-01T00:00:00Z'),
  book: HEART,
  source: { text: 'The Heart, p. 8', url: 'https://books.example.org/book-viewer/1?page=20' },
  ...more,
});
const CARDS = [
  card(1, { front: 'Is 1 < 2 & "so"?\nReally', back: '' }),
  card(2, { book: LUNG }),
  card(3, {
    kind: 'cloze',
    front: 'The {{c1::mitral}} and {{c2::aortic}} valve of {{c1::the heart}}',
    back: '',
  }),
];

async function open(cards: readonly AnkiCard[]) {
  const files = unzipSync(await ankiPackage(cards, NOW));
  const SQL = await initSqlJs();
  const db = new SQL.Database(files['collection.anki2']);
  const rows = (query: string) => db.exec(query)[0]?.values ?? [];
  return { files, rows };
}

it('is a ZIP with a sound collection of schema 11 and an empty list of media', async () => {
  const { files, rows } = await open(CARDS);
  expect(Object.keys(files).sort()).toEqual(['collection.anki2', 'media']);
  expect(strFromU8(files.media as Uint8Array)).toBe('{}');
  expect(rows('pragma integrity_check')).toEqual([['ok']]);
  expect(rows('select ver from col')).toEqual([[11]]);
  expect(rows("select name from sqlite_master where type = 'table' order by name").flat()).toEqual([
    'cards',
    'col',
    'graves',
    'notes',
    'revlog',
  ]);
});

it('has a note a card, with as many fields as its type, and the signs of HTML as text', async () => {
  const { rows } = await open(CARDS);
  const models = JSON.parse(String(rows('select models from col')[0]?.[0]));
  const notes = rows('select guid, mid, flds, sfld, csum from notes order by id');
  expect(notes.map(([guid]) => guid)).toEqual(['card-1', 'card-2', 'card-3']);
  for (const [, mid, fields] of notes) {
    expect(models[String(mid)].flds).toHaveLength(3);
    expect(String(fields).split('\x1f')).toHaveLength(3);
  }
  expect(models[String(notes[2]?.[1])]).toMatchObject({ type: 1, name: 'Vesalius cloze' });
  expect(String(notes[0]?.[2]).split('\x1f')).toEqual([
    'Is 1 &lt; 2 &amp; &quot;so&quot;?<br>Really',
    '',
    '<a href="https://books.example.org/book-viewer/1?page=20">The Heart, p. 8</a>',
  ]);
});

it('asks each number of a cloze by a card of its own, in the deck of its book', async () => {
  const { rows } = await open(CARDS);
  const decks = JSON.parse(String(rows('select decks from col')[0]?.[0]));
  const cards = rows('select n.guid, c.ord, c.did from cards c join notes n on n.id = c.nid order by c.id');
  expect(cards.map(([guid, ord, did]) => [guid, ord, decks[String(did)].name])).toEqual([
    ['card-1', 0, 'Vesalius::The Heart : a guide'],
    ['card-2', 0, 'Vesalius::The Lung'],
    ['card-3', 0, 'Vesalius::The Heart : a guide'],
    ['card-3', 1, 'Vesalius::The Heart : a guide'],
  ]);
  expect(rows('select distinct type, queue from cards')).toEqual([[0, 0]]);
});

it('keeps decks, note types and notes the same from one export to the next', async () => {
  const identity = async (cards: readonly AnkiCard[]) => {
    const { rows } = await open(cards);
    return rows(
      "select n.guid, n.mid, c.did from cards c join notes n on n.id = c.nid where n.guid = 'card-2'",
    );
  };
  expect(await identity(CARDS)).toEqual(await identity([card(2, { book: LUNG, back: 'changed' })]));
});
