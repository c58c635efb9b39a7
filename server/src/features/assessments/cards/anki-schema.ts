/*
 * The collection that every version of Anki imports: schema 11, with models and decks as JSON in its only row of `col`.
 * https://github.com/ankidroid/Anki-Android/wiki/Database-Structure
 */

export const ANKI_TABLES = `
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
  ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
  left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
  ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
  type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
`;

/** Fixed, so that a second import finds the note types of the first. */
export const MODEL_IDS = { basic: 1_793_000_000_001, cloze: 1_793_000_000_002 } as const;
const MODEL_FIELDS = {
  basic: ['Front', 'Back', 'Source'],
  cloze: ['Text', 'Extra', 'Source'],
} as const;

const CSS = `.card { font-family: Georgia, serif; font-size: 20px; line-height: 1.5; text-align: left; }
.cloze { font-weight: bold; }
.source { margin-top: 1.5em; font-size: 14px; opacity: 0.7; }`;
const SOURCE = '<div class="source">{{Source}}</div>';
const TEMPLATES = {
  basic: { qfmt: '{{Front}}', afmt: `{{FrontSide}}<hr id=answer>{{Back}}${SOURCE}` },
  cloze: { qfmt: '{{cloze:Text}}', afmt: `{{cloze:Text}}<br>{{Extra}}${SOURCE}` },
} as const;

export const modelsOf = (mod: number): Record<string, unknown> =>
  Object.fromEntries(
    (['basic', 'cloze'] as const).map((kind) => [
      MODEL_IDS[kind],
      {
        id: MODEL_IDS[kind],
        name: `Vesalius ${kind}`,
        type: kind === 'cloze' ? 1 : 0,
        mod,
        usn: -1,
        sortf: 0,
        did: 1,
        tmpls: [
          {
            name: 'Card 1',
            ord: 0,
            ...TEMPLATES[kind],
            did: null,
            bqfmt: '',
            bafmt: '',
            bfont: '',
            bsize: 0,
          },
        ],
        flds: MODEL_FIELDS[kind].map((name, ord) => ({
          ...{ name, ord, sticky: false, rtl: false, font: 'Arial', size: 20, media: [] },
        })),
        css: CSS,
        latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
        latexPost: '\\end{document}',
        latexsvg: false,
        req: [[0, 'any', [0]]],
        tags: [],
        vers: [],
      },
    ]),
  );

export const deckOf = (id: number, name: string, mod: number): Record<string, unknown> => ({
  id,
  name,
  mod,
  usn: -1,
  desc: '',
  dyn: 0,
  conf: 1,
  collapsed: false,
  browserCollapsed: false,
  extendNew: 10,
  extendRev: 50,
  newToday: [0, 0],
  revToday: [0, 0],
  lrnToday: [0, 0],
  timeToday: [0, 0],
});

export const DECK_OPTIONS = {
  1: {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: {
      delays: [1, 10],
      ints: [1, 4, 7],
      initialFactor: 2500,
      order: 1,
      perDay: 20,
      bury: true,
      separate: true,
    },
    rev: { perDay: 200, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36500, minSpace: 1, bury: true },
    lapse: { delays: [10], mult: 0, minInt: 1, leechFails: 8, leechAction: 0 },
  },
} as const;

export const COLLECTION_OPTIONS = {
  nextPos: 1,
  estTimes: true,
  activeDecks: [1],
  sortType: 'noteFld',
  timeLim: 0,
  sortBackwards: false,
  addToCur: true,
  curDeck: 1,
  newBury: true,
  newSpread: 0,
  dueCounts: true,
  curModel: String(MODEL_IDS.basic),
  collapseTime: 1200,
} as const;
