/** Preview, review and release of a work: valid requests and who may make them. */
import type { workCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { workPreviewEndpoints } from '@vesalius/contract/work-preview';
import type { workReleasesEndpoints } from '@vesalius/contract/work-releases';
import type { workReviewEndpoints } from '@vesalius/contract/work-review';
import { newId } from '../../platform/ids.ts';
import { ladder, nobody, type Row, type Rule } from './row.ts';
import { at, atOwnBook, edits, editsInVain, reviews } from './studio-rules.ts';
import type { World } from './world.ts';

const incomplete = editsInVain(
  422,
  'staff and producers are told what is missing; its authors and editors are refused',
);

export const workReleasesRows: Record<keyof typeof workReleasesEndpoints, Row> = {
  getWorkCheckList: { rule: reviews, good: at },
  compareWork: { rule: reviews, good: (world) => ({ ...at(world), query: { from: '0' } }) },
  listReleases: { rule: reviews, good: at },
  publishWork: {
    rule: incomplete,
    good: async (world) => ({ ...(await atOwnBook(world)), body: { version: 0 } }),
  },
  restoreRelease: {
    rule: editsInVain(
      404,
      'staff and producers, of a release that there is; its authors and editors are refused',
    ),
    good: ({ book }) => ({ params: { id: book.id, revision: '77' }, body: {} }),
  },
  barRelease: {
    rule: editsInVain(
      404,
      'staff and producers, of a release that there is; its authors and editors are refused',
    ),
    good: ({ book }) => ({ params: { id: book.id, revision: '77' }, body: { reason: 'A wrong dose' } }),
  },
  liftBar: {
    rule: nobody(404, 'staff, of a release that there is'),
    good: ({ book }) => ({ params: { id: book.id, revision: '77' } }),
  },
  scheduleRelease: {
    rule: incomplete,
    good: async (world) => ({
      ...(await atOwnBook(world)),
      body: { version: 0, publish_at: '2030-01-01T08:00:00Z' },
    }),
  },
  cancelSchedule: { rule: edits, good: at },
  withdrawBook: { rule: edits, good: (world) => atOwnBook(world) },
  bringBackBook: { rule: edits, good: at },
  getSaleEffects: { rule: edits, good: at },
  getRegrading: { rule: edits, good: at },
  regradeAttempts: {
    rule: edits,
    good: async (world) => ({ ...(await atOwnBook(world)), body: { number_of_answers: 0 } }),
  },
  createEdition: {
    rule: nobody(404, 'staff, from a release that there is'),
    good: ({ book }) => ({ params: { id: book.id }, body: { edition: '2' } }),
  },
};

export const workPreviewRows: Record<keyof typeof workPreviewEndpoints, Row> = {
  getWorkPreview: { rule: reviews, good: at },
  makeWorkPreview: { rule: reviews, good: at },
  openWorkPreview: {
    rule: {
      words: 'staff and people of the work, of a preview that there is',
      of: (caller) => {
        const held = reviews.of(caller);
        return held === 'ok' ? 409 : held;
      },
    },
    good: async (world) => ({ ...(await atOwnBook(world)), body: { as: 'visitor' } }),
  },
};

const atNoComment = ({ book }: World) => ({ params: { id: book.id, commentId: newId() } });
const inVain: Rule = {
  words: 'staff and people of the work, of a comment that there is',
  of: () => 404,
};
export const workCommentsRows: Record<keyof typeof workCommentsEndpoints, Row> = {
  listWorkComments: { rule: reviews, good: at },
  countWorkComments: { rule: reviews, good: at },
  addWorkComment: {
    rule: {
      words: 'staff and people of the work, where there is a preview',
      of: (caller) => {
        const held = reviews.of(caller);
        return held === 'ok' ? 409 : held;
      },
    },
    good: async (world) => ({
      ...(await atOwnBook(world)),
      body: { id: newId(), page: 1, text: 'The arrow points at the wrong rib.' },
    }),
  },
  removeWorkComment: { rule: reviews, good: atNoComment },
  settleWorkComment: { rule: inVain, good: atNoComment },
  reopenWorkComment: { rule: inVain, good: atNoComment },
};

export const workReviewRows: Record<keyof typeof workReviewEndpoints, Row> = {
  getWorkReview: { rule: reviews, good: at },
  askForReview: {
    rule: edits,
    good: async (world) => ({
      ...(await atOwnBook(world)),
      body: { people: [world.people.author.id], note: 'Above all chapter 3.', due_on: '2030-01-01' },
    }),
  },
  endReview: { rule: edits, good: at },
  approveWork: {
    rule: ladder(
      ['author', 'editor'],
      ['producer'],
      'authors and editors of the book; its producers are refused, for others it does not exist',
    ),
    good: async (world) => ({ ...(await atOwnBook(world)), body: { version: 0 } }),
  },
  withdrawApproval: { rule: reviews, good: at },
  askForChanges: {
    rule: ladder(
      ['author', 'editor'],
      ['producer'],
      'authors and editors of the book; its producers are refused, for others it does not exist',
    ),
    good: async (world) => ({ ...(await atOwnBook(world)), body: { version: 0, text: 'Page 7' } }),
  },
  withdrawChanges: { rule: reviews, good: at },
  removeReviewer: {
    rule: edits,
    good: ({ book, people }) => ({ params: { id: book.id, userId: people.author.id } }),
  },
};
