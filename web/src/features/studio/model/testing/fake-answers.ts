import type { WorkPages } from '@vesalius/contract/work-files';
import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Answers } from '../../../../testing/render.tsx';
import type { WorkCalls } from '../work-calls.ts';
import { fakeWork } from './fake-work.ts';

const PAGES: WorkPages = {
  ...{ path: 'book.pdf', state: 'ready', problem: null, page_count: 4, prepared: 4 },
  is_behind: false,
  was_stopped: false,
  sizes: [1, 2, 3, 4].map(() => [400, 600]),
  labels: ['i', '1', '2', '3'],
  files: {
    expires_at: '2026-12-01T00:00:00.000Z',
    runs: [{ first: 1, last: 4, set: 'w1/1', from: 1 }],
    grants: { 'w1/1': 'grant' },
  },
  proposals: null,
};

/** The calls of one work, answered for `user` by the server's rules; another user may change it concurrently. */
export function workAnswers(
  document: Fields,
  more: {
    user?: string;
    may_edit?: boolean;
    people?: object[];
    files?: object[];
    pages?: Partial<WorkPages>;
    videos?: object;
    /** The edition that a new edition copied. */
    began?: string;
  } = {},
) {
  const { user = 'ada', may_edit = true, people = [], files = [] } = more;
  const server = fakeWork(document);
  server.setMayEdit(may_edit);
  const { pages, videos = { converts: true, videos: [] } } = more;
  const calls = server.calls(user);
  const answers: Answers = {
    'GET /works/w1': async () => ({
      ...{
        id: 'w1',
        slug: 'atlas',
        title: 'Atlas',
        edition: null,
        began_from: more.began ? { edition: more.began } : null,
        state: 'draft',
        files,
      },
      ...{ changed_at: '2026-03-01T09:00:00.000Z', people },
      ...(await calls.read()),
    }),
    'GET /categories': {
      data: [{ id: 'c1', name: 'Cardiology', name_ar: null }],
      metadata: { count: 1, currentPage: 1, pages: 1 },
    },
    'GET /works/w1/check_list': { version: 0, can_publish: true, findings: [] },
    'GET /works/w1/videos': videos,
    'GET /works/w1/studies': { studies: [] },
    'GET /works/w1/comments': { comments: [], next: null },
    'GET /works/w1/comment_counts': { open: 0, settled: 0, pages: [] },
    'GET /works/w1/review': {
      ...{
        review: null,
        ended_at: null,
        people: [],
        number_of_open_comments: 0,
        version: 0,
        may_ask: may_edit,
        earlier_approvals: [],
        earlier_changes_asked: [],
      },
      ...{ approvals: { needed: 0, given: 0 }, may_approve: false },
    },
    'GET /works/w1/page_moves': {
      ...{ version: 0, pdf: 'book.pdf', state: 'none', page_count: null },
      ...{ added: [], removed: [], things: [] },
    },
    'GET /works/w1/pages': { ...PAGES, ...pages },
    'POST /works/w1/changes': ({ body }: { body: unknown }) =>
      calls.change(body as Parameters<WorkCalls['change']>[0]),
    'POST /works/w1/undo': ({ body }: { body: unknown }) =>
      calls.undo(body as Parameters<WorkCalls['undo']>[0]),
    'GET /works/w1/changes': ({ url }: { url: string }) =>
      calls.changesSince(Number(new URLSearchParams(url.split('?')[1]).get('since'))),
    'GET /works/w1/history': () => ({
      data: server.made().map(({ version, changeId, operation, userId, undoes }) => ({
        ...{ version, change_id: changeId, op: operation.op, path: operation.path },
        ...{ user_id: userId, user_name: userId, made_at: '2026-03-01T09:00:00.000Z', undoes },
        began_from: null,
        after: operation.op === 'set' ? operation.value : undefined,
      })),
      metadata: { count: 1, currentPage: 1, pages: 1 },
    }),
  };
  return { server, answers };
}
