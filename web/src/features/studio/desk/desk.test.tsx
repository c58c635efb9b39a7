import type { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it, onTestFinished } from 'vitest';
import { CallError } from '../../../lib/api-client.ts';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { getAnnouncement } from '../../../ui/announce.ts';
import { workOptions } from '../api.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';

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
async function open(more: Parameters<typeof workAnswers>[1] = {}, language: 'en' | 'ar' = 'en') {
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
    session: sessionOf('staff'),
    language,
    answers,
    prepare: (queryClient) => {
      client = queryClient;
    },
  });
  await screen.findByRole('navigation', { name: language === 'en' ? 'Pages' : 'الصفحات' });
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
