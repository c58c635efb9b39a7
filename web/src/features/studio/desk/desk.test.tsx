import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WORK_POLL_MS } from '@vesalius/contract/studio-limits';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it, onTestFinished } from 'vitest';
import { offerUnsent } from '../../../app/offer-unsent.ts';
import { createI18n } from '../../../i18n/i18n.ts';
import { CallError } from '../../../lib/api-client.ts';
import { storeSession } from '../../../lib/session.ts';
import { keepUnsent } from '../../../lib/unsent.ts';
import { countUnsentTexts } from '../../../lib/user-storage.ts';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../../testing/render.tsx';
import { getAnnouncement } from '../../../ui/announce.ts';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { workOptions } from '../api.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';
import { sendFiles } from './attachments.ts';

const BOOK: Fields = {
  title: 'Atlas',
  slug: 'atlas',
  pdf: 'book.pdf',
  chapters: [
    { key: 'one', title: 'The heart', first_page: 1, last_page: 2 },
    { key: 'two', title: 'The lung', first_page: 3, last_page: 4 },
  ],
  quizzes: [{ key: 'quiz', title: 'Valves', page: 2 }],
};
let client: QueryClient;
async function open(
  more: Parameters<typeof workAnswers>[1] = {},
  language: 'en' | 'ar' = 'en',
  session = sessionOf('staff'),
) {
  const { server, answers } = workAnswers(BOOK, more);
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: [
      'studio',
      'publishing',
      'questions',
      'studies',
      'videos',
      'assessments',
      'uploads',
      'fields',
    ],
    path: '/studio/:id',
    at: '/studio/w1',
    session,
    language,
    answers,
    prepare: (queryClient) => {
      client = queryClient;
    },
  });
  if (more.pages?.state === 'preparing') await screen.findByRole('progressbar');
  else await screen.findByRole('navigation', { name: language === 'en' ? 'Pages' : 'الصفحات' });
  return { ...shown, server, answers };
}
type Server = ReturnType<typeof workAnswers>['server'];
const stored = (server: Server) => server.copy().document;

it.each(['en', 'ar'] as const)('shows the pages with what belongs to them, in %s', async (language) => {
  const { container } = await open({}, language);
  expect(screen.getAllByRole('button', { current: false, name: /^(Page|الصفحة) (1|2|3)$/ })).toHaveLength(3);
  expect(screen.getByRole('button', { current: 'page' })).toHaveAccessibleName(
    /^(Page|الصفحة) [\u2068]?i[\u2069]?$/,
  );
  expect(screen.getByRole('button', { name: 'The lung' })).toBeVisible();
  await expectAccessible(container);
});

it('stays open when it cannot be fetched again', async () => {
  const { answers } = await open();
  answers['GET /works/w1'] = new FakeFailure(503, { code: 'internal', message: 'No answer.' });
  await client.invalidateQueries({ refetchType: 'all' });
  await expect.poll(() => client.getQueryState(workOptions('w1').queryKey)?.status).toBe('error');
  expect(screen.getByRole('textbox', { name: 'Title' })).toBeVisible();
});

it('saves typed text, and undoes it by key', async () => {
  const { server } = await open();
  const title = screen.getByRole('textbox', { name: 'Title' });
  await userEvent.type(title, ' of the chest');
  await expect.poll(() => stored(server).title).toBe('Atlas of the chest');
  await expect
    .poll(() => screen.getAllByRole('status').map((each) => each.textContent))
    .toContainEqual(expect.stringMatching(/^Saved at/));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => stored(server).title).not.toBe('Atlas of the chest');
});

it('moves the border of a chapter and a quiz by keyboard, and says so', async () => {
  const { server } = await open();
  screen.getByRole('button', { name: 'The lung' }).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(getAnnouncement()?.text).toBe('The lung now begins on page 1');
  expect(screen.getByRole('button', { name: 'The lung' })).toHaveFocus();
  screen.getByRole('button', { name: 'Quiz Valves' }).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(getAnnouncement()?.text).toBe('Valves is now on page 3');
  await expect.poll(() => stored(server).quizzes).toEqual([{ key: 'quiz', title: 'Valves', page: 4 }]);
  expect(stored(server).chapters).toMatchObject([
    { first_page: 1, last_page: 1 },
    { first_page: 2, last_page: 4 },
  ]);
});

it('Tab stops at the open page alone, and the arrow keys lead to the others', async () => {
  await open();
  const strip = within(screen.getByRole('navigation', { name: 'Pages' }));
  const stops = [...strip.getAllByRole('button'), ...strip.queryAllByRole('link')];
  const pages = stops.filter(({ tabIndex }) => tabIndex === 0).map((stop) => stop.closest('[data-page]'));
  expect(new Set(pages).size).toBe(1);
  expect(pages.length).toBeLessThan(stops.length);
  strip.getByRole('button', { current: 'page' }).focus();
  await userEvent.keyboard('{Home}');
  const first = document.activeElement?.closest<HTMLElement>('[data-page]')?.dataset.page;
  await userEvent.keyboard('{End}');
  const last = document.activeElement?.closest<HTMLElement>('[data-page]')?.dataset.page;
  expect([first, last]).toEqual(['1', '4']);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(document.activeElement?.closest('[data-page]')).toContainElement(
    strip.getByRole('button', { current: 'page' }),
  );
});

it('shows the page of what is opened beside its fields', async () => {
  await open();
  for (const [name, page] of [
    ['Quiz Valves', '1'],
    ['The heart', 'i'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }));
    const current = await screen.findByRole('button', {
      current: 'page',
      name: new RegExp(`^Page \\u2068?${page}\\u2069?$`),
    });
    expect(current).toBeVisible();
  }
});

it.each(['ready', 'preparing'] as const)(
  'shows an upload at its foot while the pages are %s',
  async (state) => {
    await open({ pages: { state } });
    const file = new File(['x'], `${state}.png`, { type: 'image/png' });
    act(() => sendFiles([file], { workId: 'w1', target: { kind: 'field', path: ['cover'] } }));
    const line = await screen.findByRole('region', { name: 'Being uploaded' });
    expect(line).toHaveTextContent(`${state}.png`);
    await userEvent.click(within(line).getByRole('button', { name: `Stop uploading ${state}.png` }));
    expect(screen.queryByRole('region', { name: 'Being uploaded' })).toBeNull();
  },
);

it.each(['en', 'ar'] as const)(
  'says how far the pages of a new PDF are and who chose it, and leaves the fields open, in %s',
  async (language) => {
    const { server, answers, container } = await open(
      { pages: { state: 'preparing', page_count: 400, prepared: 120 } },
      language,
    );
    await server.calls('ben').change({
      base_version: 0,
      changes: [{ id: 'b1', operations: [{ op: 'set', path: ['pdf'], value: 'new.pdf' }] }],
    });
    const entry = { version: 1, change_id: 'b1', op: 'set', path: ['pdf'], files: null, undoes: null };
    answers['GET /works/w1/history'] = {
      data: [
        {
          ...{ ...entry, before: 'book.pdf', after: 'new.pdf', began_from: null },
          ...{ user_id: 'ben', user_name: 'Ben', made_at: '2026-03-01T09:00:00.000Z' },
        },
      ],
      metadata: { count: 1, currentPage: 1, pages: 1 },
    };
    const en = language === 'en';
    const state = screen.getByRole('region', { name: en ? 'Pages of the PDF' : 'صفحات ملف PDF' });
    expect(await within(state).findByText(en ? /Ben replaced the PDF\./ : /Ben/)).toBeVisible();
    expect(within(state).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
    expect(within(state).getByRole('status')).not.toHaveTextContent('120');
    if (en) expect(within(state).getByText('120 of 400 pages are ready')).toBeVisible();
    await expectAccessible(container);
    fireEvent.change(screen.getByRole('textbox', { name: en ? 'Title' : 'العنوان' }), {
      target: { value: 'Atlas of the chest' },
    });
    await expect.poll(() => stored(server).title).toBe('Atlas of the chest');
    await userEvent.click(
      within(state).getByRole('button', {
        name: en ? 'Go back to the earlier PDF' : 'العودة إلى ملف PDF السابق',
      }),
    );
    await expect.poll(() => stored(server).pdf).toBe('book.pdf');
  },
);

it('moves a quiz by drag', async () => {
  const { server } = await open();
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
    files: [],
  };
  fireEvent.dragStart(screen.getByRole('button', { name: 'Quiz Valves' }), { dataTransfer });
  fireEvent.drop(screen.getByRole('button', { name: 'Page 3' }), { dataTransfer });
  await expect.poll(() => stored(server).quizzes).toEqual([{ key: 'quiz', title: 'Valves', page: 4 }]);
});

it('shows both values of a field that two people changed, and keeps the chosen one', async () => {
  const { server } = await open();
  const shown: Element[] = [];
  const scroll = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this);
  };
  onTestFinished(() => {
    Element.prototype.scrollIntoView = scroll;
  });
  await userEvent.click(screen.getByRole('textbox', { name: 'Authors' }));
  await server.calls('ben').change({
    base_version: 0,
    changes: [{ id: 'b1', operations: [{ op: 'set', path: ['author'], value: 'Ben' }] }],
  });
  // At once, because on a slow machine the other user's change would arrive before the field is found, or between two letters.
  await userEvent.paste('Ada');
  const conflict = await screen.findByRole('alert', { name: 'Changes that were not made' });
  expect(conflict).toHaveTextContent('Authors: ben changed it too');
  expect(conflict).toHaveTextContent('There nowBenYoursAda');
  expect(shown).toContain(conflict);
  expect(within(conflict).getByRole('button', { name: 'Use theirs' })).toBeVisible();
  await userEvent.click(within(conflict).getByRole('button', { name: 'Keep mine' }));
  await expect.poll(() => stored(server).author).toBe('Ada');
  expect(screen.queryByRole('alert', { name: 'Changes that were not made' })).toBeNull();
});

it('a reviewer reads, and changes nothing', async () => {
  await open({
    may_edit: false,
    people: [{ role: 'producer', user_id: 'u1', name: 'Pat Producer', email: null }],
  });
  expect(screen.getByText(/not change it. It can be changed by Pat Producer and by staff./)).toBeVisible();
  const title = screen.getByRole('textbox', { name: 'Title' });
  expect(title).toHaveAttribute('readonly');
  // Looks like text.
  expect(title).toHaveAttribute('data-variant', 'unstyled');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add to this page' })).toBeNull();
  screen.getByRole('button', { name: 'Quiz Valves' }).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(within(screen.getByRole('list', { name: 'On page 1' })).getByText('Valves')).toBeVisible();
});

it('the history shows who changed what, and undoes a change', async () => {
  const { server } = await open();
  await server.calls('ben').change({
    base_version: 0,
    changes: [{ id: 'b1', operations: [{ op: 'set', path: ['author'], value: 'Ben' }] }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  const panel = await screen.findByRole('dialog', { name: 'History' });
  expect(await within(panel).findByText('Authors changed')).toBeVisible();
  await userEvent.click(within(panel).getByRole('button', { name: 'Take back Authors' }));
  await expect.poll(() => stored(server).author).toBeUndefined();
});

it('the history names the thing whose field was changed', async () => {
  const { server } = await open();
  await server.calls('ben').change({
    base_version: 0,
    changes: [{ id: 'b1', operations: [{ op: 'set', path: ['quizzes', '#quiz', 'page'], value: 3 }] }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  const panel = await screen.findByRole('dialog', { name: 'History' });
  expect(await within(panel).findByText('Quizzes › Valves › Page changed')).toBeVisible();
});

it('the history of a new edition begins with one entry, which is not taken back', async () => {
  const { answers } = await open();
  const entry = {
    ...{ version: 1, change_id: 'c1', op: 'set', path: [], files: null, undoes: null },
    ...{ user_id: 'ada', user_name: 'Ada', made_at: '2026-03-01T09:00:00.000Z' },
  };
  answers['GET /works/w1/history'] = {
    data: [{ ...entry, began_from: { edition: '1st edition' } }],
    metadata: { count: 1, currentPage: 1, pages: 1 },
  };
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  const panel = await screen.findByRole('dialog', { name: 'History' });
  expect(await within(panel).findByText('Began from the edition “1st edition”')).toBeVisible();
  expect(within(panel).queryByRole('button', { name: /^Take back/ })).toBeNull();
});

it('says at its line in the history why a change could not be undone', async () => {
  const { server } = await open();
  await server.calls('ben').change({
    base_version: 0,
    changes: [{ id: 'b1', operations: [{ op: 'set', path: ['author'], value: 'Ben' }] }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  const panel = await screen.findByRole('dialog', { name: 'History' });
  server.refuseNext(new CallError(422, { code: 'invalid', message: 'The certificate is set by staff.' }));
  await userEvent.click(await within(panel).findByRole('button', { name: 'Take back Authors' }));
  const line = within(panel).getByRole('listitem');
  expect(await within(line).findByRole('alert')).toHaveTextContent('The certificate is set by staff.');
  await userEvent.click(within(line).getByRole('button', { name: 'Dismiss' }));
  expect(within(line).queryByRole('alert')).toBeNull();
});

const lose = async (answers: Answers, status: number, code: string) => {
  answers['GET /works/w1/changes'] = new FakeFailure(status, { code, message: 'No.' });
  await screen.findByRole('alert', undefined, { timeout: 10_000 });
};

it.each([
  ['author', 'You are no longer an author of this book'],
  ['producer', 'You are no longer a producer of this book'],
] as const)('says to one whose assignment as %s ended what ended, with a way home', async (role, words) => {
  const person = { role, user_id: sessionOf('staff').userId, name: 'Ada', email: null };
  const { answers, container } = await open({ people: [person] });
  await lose(answers, 404, 'not_found');
  expect(screen.getByRole('heading', { name: words })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All books' })).toHaveAttribute('href', '/studio');
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  await expectAccessible(container);
});

it.each([
  ['en', 'This book was deleted'],
  ['ar', 'حُذف هذا الكتاب'],
] as const)('says that the book was deleted while it is open, in %s', async (language, words) => {
  const { answers, container } = await open({}, language);
  await lose(answers, 410, 'work_deleted');
  expect(screen.getByRole('heading', { name: words })).toBeVisible();
  await expectAccessible(container);
});

const WRITTEN = { op: 'set', path: ['title'], value: 'Written offline' } as const;
const MINE = { op: 'set', path: ['author'], value: 'My authors' } as const;
const leaveUnsent = () => {
  storeSession(sessionOf('staff'), true);
  const dispute = {
    ...{ id: 'd1', changeIds: ['d1'], operations: [MINE], path: MINE.path, mine: MINE.value },
    ...{ theirOp: 'set', userName: 'Ben', refusal: null, restoring: [] },
  } as const;
  keepUnsent(
    'work:w1:closed-tab',
    {
      waiting: [{ kind: 'change', id: 'c1', base: 0, operations: [WRITTEN], sent: false }],
      disputes: [dispute],
    },
    { isOfRole: true, path: '/studio/w1' },
  );
};
/** How often another page says that something was not saved. */
const offers = async () => {
  dismissAllToasts();
  await offerUnsent(await createI18n('en', ['shell']), '/', () => {});
  return getToasts().length;
};

it.each([
  [410, 'work_deleted', 'This book was deleted'],
  [404, 'not_found', 'You cannot open this book'],
] as const)(
  'of a book that answers %s, shows what was not saved until it is discarded',
  async (status, code, title) => {
    leaveUnsent();
    expect(await offers()).toBe(1);
    const { container, calls } = await renderScreen(<StudioWorkPage />, {
      ...{ namespaces: ['studio', 'fields'], path: '/studio/:id', at: '/studio/w1' },
      session: sessionOf('staff'),
      answers: { 'GET /works/w1': new FakeFailure(status, { code, message: 'No.' }) },
    });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    const unsaved = screen.getByRole('region', { name: 'Not saved' });
    expect(within(unsaved).getByText('Written offline')).toBeVisible();
    expect(within(unsaved).getByText('My authors')).toBeVisible();
    expect(within(unsaved).getByRole('heading', { name: 'Title' })).toBeVisible();
    await expectAccessible(container);
    expect(await offers()).toBe(0);
    expect(countUnsentTexts(sessionOf('staff').userId)).toBe(1);
    await userEvent.click(within(unsaved).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('region', { name: 'Not saved' })).toBeNull();
    expect(countUnsentTexts(sessionOf('staff').userId)).toBe(0);
    // Nothing is asked of a book that is not there.
    const before = calls.length;
    await new Promise((resolve) => setTimeout(resolve, WORK_POLL_MS + 500));
    expect(calls.slice(before).filter((call) => call.includes('/works/w1'))).toEqual([]);
  },
);

it('of a book that is deleted while it is open, asks for no more news and keeps what was discarded deleted', async () => {
  const { answers, calls } = await open();
  answers['POST /works/w1/changes'] = new FakeFailure(410, { code: 'work_deleted', message: 'No.' });
  // At once, because on a slow machine the book would be gone between two letters.
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), {
    target: { value: 'Atlas of the chest' },
  });
  const unsaved = await screen.findByRole('region', { name: 'Not saved' });
  expect(unsaved).toHaveTextContent('Atlas of the chest');
  await userEvent.click(within(unsaved).getByRole('button', { name: 'Discard' }));
  expect(countUnsentTexts(sessionOf('staff').userId)).toBe(0);
  const before = calls.length;
  await new Promise((resolve) => setTimeout(resolve, 2 * WORK_POLL_MS));
  expect(calls.slice(before).filter((call) => call.includes('/works/w1'))).toEqual([]);
  expect(countUnsentTexts(sessionOf('staff').userId)).toBe(0);
}, 15_000);

it('shows one who may only read the saved text, and beside it what was not saved', async () => {
  leaveUnsent();
  const { server } = await open({ may_edit: false });
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Atlas');
  const unsaved = screen.getByRole('region', { name: 'Not saved' });
  expect(within(unsaved).getByText('Written offline')).toBeVisible();
  expect(within(unsaved).getByText('My authors')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  expect(await offers()).toBe(0);
  await userEvent.click(within(unsaved).getByRole('button', { name: 'Discard' }));
  expect(countUnsentTexts(sessionOf('staff').userId)).toBe(0);
  expect(server.made()).toEqual([]);
});

it.each(['a refused change', 'the next poll'])(
  'becomes read-only by %s when the right to edit ends',
  async (by) => {
    const { server, answers } = await open({}, 'en', sessionOf('author'));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    server.setMayEdit(false);
    if (by === 'a refused change') {
      answers['GET /works/w1/changes'] = new FakeFailure(503, { code: 'unavailable', message: 'Busy.' });
      await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    }
    expect(await screen.findByRole('alert', undefined, { timeout: 10_000 })).toHaveTextContent(
      'You are no longer a producer of this book',
    );
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Add to this page/ })).toBeNull();
    const title = screen.getByRole('textbox', { name: 'Title' });
    expect(title).toHaveValue('Atlas');
    expect(title).toHaveAttribute('readonly');
    const unsaved = screen.queryByRole('region', { name: 'Not saved' });
    if (by === 'a refused change') expect(unsaved).toHaveTextContent('Atlas!');
    else expect(unsaved).toBeNull();
  },
);

it('deletes a draft after its title was typed, and says what is lost', async () => {
  const { answers } = await open({
    people: [{ role: 'author', user_id: 'a', name: 'Ann Author', email: null }],
  });
  let isDeleted = false;
  answers['DELETE /works/w1'] = () => {
    isDeleted = true;
  };
  await userEvent.click(screen.getByRole('button', { name: 'Delete draft' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Atlas”?' });
  expect(dialog).toHaveTextContent(/cannot be undone.*These people lose it: Ann Author\./);
  const confirm = within(dialog).getByRole('button', { name: 'Delete draft' });
  expect(confirm).toBeDisabled();
  await userEvent.type(within(dialog).getByRole('textbox'), 'atlas');
  await userEvent.click(confirm);
  await expect.poll(() => isDeleted).toBe(true);
});

it('names the edition of the draft that is deleted, and that readers keep the earlier one', async () => {
  const { answers, server } = await open({ began: '1st edition' });
  const operations = [{ op: 'set' as const, path: ['edition'], value: '2nd edition' }];
  await server.calls('ben').change({ base_version: 0, changes: [{ id: 'e1', operations }] });
  answers['DELETE /works/w1'] = () => {};
  await screen.findByText('2nd edition', undefined, { timeout: 10_000 });
  await userEvent.click(screen.getByRole('button', { name: 'Delete draft' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Atlas” (2nd edition)?' });
  expect(dialog).toHaveTextContent(/draft of a new edition.*“1st edition”, which it began from, stays/);
});

it('offers to delete no book that was published', async () => {
  const { server, answers } = await open();
  const { read } = server.calls('ada');
  answers['GET /works/w1/changes'] = async () => ({
    ...{ version: 0, operations: [], more: false, steps: null, people: [] },
    publication: { ...(await read()).publication, state: 'published' },
  });
  await screen.findByText('Published', undefined, { timeout: 10_000 });
  expect(screen.queryByRole('button', { name: 'Delete draft' })).toBeNull();
});

it.each(['en', 'ar'] as const)(
  'leads through the first steps, which tick themselves, in %s',
  async (language) => {
    const { server, container } = await open({}, language);
    const name = language === 'en' ? 'First steps' : 'الخطوات الأولى';
    const guide = await screen.findByRole('region', { name });
    expect(within(guide).getAllByText(language === 'en' ? '(done)' : '(أُنجزت)')).toHaveLength(2);
    await expectAccessible(container);
    const operations = [{ op: 'set' as const, path: ['price'], value: 20 }];
    const id = '0198c0de-0000-7000-8000-000000000001';
    await server.calls('bea').change({ base_version: 0, changes: [{ id, operations }] });
    if (language === 'ar') return;
    const naming = await within(guide).findByRole('link', { name: 'Name authors and editors' });
    expect(naming).toHaveAttribute('href', '/admin/books/w1');
    expect(within(guide).getByRole('link', { name: 'Bring it to readers' })).toHaveAttribute(
      'href',
      '/studio/w1/publish',
    );
    await expect.poll(() => within(guide).queryByText('3 of 7 done'), { timeout: 10_000 }).not.toBeNull();
    await userEvent.click(within(guide).getByRole('link', { name: 'Set the price' }));
    expect(await screen.findByRole('combobox', { name: 'Part' })).toHaveValue('shop');
    await userEvent.click(within(guide).getByRole('button', { name: 'Close the first steps' }));
    expect(screen.queryByRole('region', { name })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show the first steps' }));
    expect(screen.getByRole('region', { name })).toBeVisible();
  },
);
