import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkComparison } from '@vesalius/contract/work-comparison';
import type {
  Finding,
  PendingRelease,
  WorkCheckList,
  WorkPublication,
} from '@vesalius/contract/work-releases';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioPublishPage from '../../../routes/studio-publish.tsx';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { workAnswers } from '../model/testing/fake-answers.ts';

const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', edition: '1', pdf: 'book.pdf' },
  chapters: [{ key: 'one', title: 'The heart', first_page: 1, last_page: 9 }],
};
const MISTAKE: Finding = {
  ...{ kind: 'mistake', path: ['chapters', '#one', 'last_page'], file: null },
  text: 'is 9, but book.pdf has 4 pages; give a page from 1 to 4',
};
const list = (...findings: WorkCheckList['findings']): WorkCheckList => ({
  ...{ version: 0, can_publish: findings.every(({ kind }) => kind === 'warning'), findings },
});
const COMPARISON: WorkComparison = {
  ...{ from: 2, to: null, version: 0, is_other_pdf: false },
  pages: {
    ...{ before: 4, after: 6, removed: [], moved: [] },
    added: [{ first: 'iv', last: 'v', count: 2 }],
    changed: [{ first: '12', last: '12', count: 1 }],
    texts: [{ page: '12', before: 'give 10 mg once', after: 'give 1 mg once' }],
  },
  things: [
    {
      ...{ kind: 'question', change: 'changed', title: 'Which valve?', within: 'Valves', attempts: 31 },
      ...{ page: '12', page_before: '12', fields: ['question'], number: 14 },
      details: [{ field: 'question', before: 'Which valve closes?', after: 'Which valve?' }],
    },
    {
      ...{ kind: 'video', change: 'moved', title: 'A lecture', within: null, attempts: 0 },
      ...{ page: '7', page_before: '3', fields: [], number: null, details: [] },
    },
  ],
  fields: [{ path: ['price'], before: '50', after: '60' }],
};
const PUBLISHED: Partial<WorkPublication> = {
  ...{ state: 'changed', revision: 2, published_at: '2026-03-01T09:00:00.000Z', published_by: 'Ben' },
};
const RELEASE = {
  ...{ published_at: '2026-03-01T09:00:00.000Z', published_by: 'Ben', note: '', restored_from: null },
  ...{ pages: 4, can_restore: true, barred: null },
};

const HOLDERS = {
  ...{ number_of_subscribers: 9, number_of_renewals: 8, number_of_institutions: 1, number_of_programs: 0 },
};
const HELD = { ...HOLDERS, bundles: [{ name: 'Thorax & Heart', number_of_books: 1, is_dear: false }] };

async function open(
  given: {
    document?: Fields;
    checks?: WorkCheckList;
    publication?: Partial<WorkPublication>;
    more?: Answers;
    language?: 'en' | 'ar';
    at?: 'publish' | 'desk';
    role?: 'staff' | 'author';
  } = {},
) {
  const {
    document = BOOK,
    checks = list(),
    publication = PUBLISHED,
    more = {},
    language = 'en',
    at = 'publish',
    role = 'staff',
  } = given;
  const { server, answers } = workAnswers(document);
  server.publish(publication);
  const bodies: { url: string; body: unknown }[] = [];
  const told = (answer: unknown) => (request: { url: string; body: unknown }) => {
    bodies.push(request);
    return answer;
  };
  const releases = {
    data:
      publication.revision === 2
        ? [
            { ...RELEASE, revision: 2, previous: 1, is_current: true },
            { ...RELEASE, revision: 1, previous: null, is_current: false },
          ]
        : [],
    metadata: { count: 2, currentPage: 1, pages: 1 },
  };
  const shown = await renderScreen(at === 'desk' ? <StudioWorkPage /> : <StudioPublishPage />, {
    namespaces: ['studio', 'publishing', 'uploads', 'fields'],
    path: at === 'desk' ? '/studio/:id' : '/studio/:id/publish',
    at: at === 'desk' ? '/studio/w1' : '/studio/w1/publish',
    session: sessionOf(role),
    language,
    answers: {
      ...answers,
      'GET /works/w1/check_list': checks,
      'GET /works/w1/comparison': COMPARISON,
      'GET /works/w1/releases': releases,
      'GET /works/w1/sale_effects': { book: HELD, replaced: null },
      'GET /works/w1/regrading': { number_of_questions: 0, number_of_answers: 0, number_of_attempts: 0 },
      'POST /works/w1/releases': told(releases),
      'PUT /works/w1/schedule': told(releases),
      'POST /works/w1/releases/1/restore': told(releases),
      'PUT /works/w1/releases/1/bar': told(releases),
      'PUT /works/w1/withdrawal': told(releases),
      ...more,
    },
  });
  return { ...shown, server, bodies };
}

it.each(['en', 'ar'] as const)(
  'shows what is missing, what changes and what was published, in %s',
  async (language) => {
    const { container } = await open({ checks: list(MISTAKE), language });
    expect(await screen.findByText(/(Page|الصفحة) 9 /)).toBeVisible();
    expect(await screen.findByText('Which valve?')).toBeVisible();
    expect(await screen.findByRole('heading', { name: /^(Release|الإصدار) 1/ })).toBeVisible();
    await expectAccessible(container);
  },
);

const SAME: WorkComparison = {
  ...{ ...COMPARISON, things: [], fields: [] },
  pages: { before: 4, after: 4, added: [], removed: [], changed: [], texts: [], moved: [] },
};
it.each([
  ['en', 'Publish now', 'Nothing changes for readers.'],
  ['ar', 'النشر الآن', 'لا يتغير شيء للقراء.'],
] as const)(
  'publishes nothing where nothing changes, and says why beside the button, in %s',
  async (language, name, reason) => {
    const { container, bodies } = await open({ more: { 'GET /works/w1/comparison': SAME }, language });
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).toHaveAccessibleDescription(reason));
    expect(button).toHaveAttribute('aria-disabled', 'true');
    // With the keyboard it is reached, and does nothing.
    expect(button).toBeEnabled();
    await userEvent.click(button);
    expect(bodies).toEqual([]);
    await expectAccessible(container);
  },
);

it('publishes another PDF with the same pages', async () => {
  await open({ more: { 'GET /works/w1/comparison': { ...SAME, is_other_pdf: true } } });
  expect(await screen.findByText(/another file with the same pages/)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Publish now' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(button).not.toHaveAttribute('aria-disabled');
});

const REVIEWER = {
  ...{ role: 'author', user_id: 'u1', name: 'Ada', email: null, can_be_asked: true },
  ...{ asked_at: '2026-03-01T09:00:00.000Z', looked_at: null, number_of_comments: 1, approval: null },
  changes_asked: null,
};
const REVIEW = {
  ...{ review: null, people: [REVIEWER], ended_at: null, number_of_open_comments: 2, version: 0 },
  ...{ may_ask: true, may_approve: false, earlier_approvals: [], earlier_changes_asked: [] },
  approvals: { needed: 0, given: 0 },
};

it('asks before publishing ends a review that is not finished', async () => {
  const review = {
    ...{ asked_by: 'Ben', asked_at: '2026-03-01T09:00:00.000Z', note: '' },
    ...{ due_on: '2026-03-08', is_overdue: false },
  };
  const { bodies } = await open({ more: { 'GET /works/w1/review': { ...REVIEW, review } } });
  const publish = await screen.findByRole('button', { name: 'Publish now' });
  expect(await screen.findByText('Not approved by: Ada')).toBeVisible();
  await waitFor(() => expect(publish).toBeEnabled());
  await userEvent.click(publish);
  const dialog = await screen.findByRole('dialog', { name: 'Publish before the review has ended?' });
  expect(within(dialog).getByText('Open comments: 2')).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
});

it('says who asked for which changes, and asks before publishing over them', async () => {
  const asked = { version: 0, text: 'Page 7 names the wrong rib.', asked_at: '2026-03-01T09:00:00.000Z' };
  const people = [{ ...REVIEWER, changes_asked: { ...asked, is_behind: false } }];
  const { bodies, container } = await open({ more: { 'GET /works/w1/review': { ...REVIEW, people } } });
  const publish = await screen.findByRole('button', { name: 'Publish now' });
  const form = publish.closest('form') as HTMLFormElement;
  expect(await within(form).findByText('Page 7 names the wrong rib.')).toBeVisible();
  expect(within(form).getByText('Ada')).toBeVisible();
  await waitFor(() => expect(publish).toBeEnabled());
  await expectAccessible(container);
  await userEvent.click(publish);
  const dialog = await screen.findByRole('dialog', { name: 'Publish although changes were asked for?' });
  expect(within(dialog).getByText('Page 7 names the wrong rib.')).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish now' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
});

it('shows what changes in the terms of readers', async () => {
  await open();
  const part = screen.getByRole('region', { name: 'What changes' });
  const lines = await within(part).findAllByRole('listitem');
  expect(lines.map((each) => each.textContent)).toEqual([
    'New pages: iv–v',
    'Page 12, text changed: give 10 mg once give 1 mg once',
    'Moved: A lectureFrom page 3 to page 7',
    'Changed: Question 14ValvesPage 12Attempts that answered it: 31Question: Which valve closes? Which valve?',
    'Price per year (US dollars)50 60',
  ]);
});

it('shows the content of a first release', async () => {
  const first = {
    ...{ ...COMPARISON, from: null, fields: [{ path: ['price'], before: null, after: '60' }] },
    things: COMPARISON.things.map((thing) => ({ ...thing, change: 'added' })),
  };
  await open({ publication: {}, more: { 'GET /works/w1/comparison': first } });
  expect(await screen.findByText('Nothing is published yet. Readers will see:')).toBeVisible();
  expect(screen.getByText('Pages: 6')).toBeVisible();
  expect(screen.getByText('Lectures: 1')).toBeVisible();
});

it('publishes the version on the screen, over the one that readers see', async () => {
  const { bodies } = await open();
  expect(await screen.findByText('Nothing is missing. The book can be published.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'A price');
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await expect.poll(() => bodies).toMatchObject([{ body: { version: 0, over: 2, note: 'A price' } }]);
});

it('waits for a future release date, and says so', async () => {
  const { bodies } = await open({ document: { ...BOOK, release_date: '2090-05-01' }, publication: {} });
  await screen.findByText('Nothing is missing. The book can be published.');
  expect(screen.getByRole('radio', { name: /^On the release date, .*2090/ })).toBeChecked();
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await expect.poll(() => bodies).toMatchObject([{ body: { version: 0, over: 0 } }]);
});

it('publishes nothing while there are errors', async () => {
  await open({ checks: list(MISTAKE) });
  await screen.findByText('To put right before the book can be published: 1');
  expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled();
});

it('schedules in the user’s own time zone, which is named', async () => {
  const { bodies } = await open();
  await screen.findByText('Nothing is missing. The book can be published.');
  await userEvent.click(screen.getByRole('radio', { name: 'At a time' }));
  const time = screen.getByLabelText('Day and time');
  expect(time).toHaveAccessibleDescription(
    new RegExp(`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`),
  );
  await userEvent.type(time, '2030-05-01T08:30');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  const publish_at = new Date('2030-05-01T08:30').toISOString();
  await expect.poll(() => bodies).toMatchObject([{ body: { publish_at, over: 2 } }]);
});

it('leads to the release that was just scheduled, and schedules nothing by a second press', async () => {
  const { bodies, server } = await open();
  await screen.findByText('Nothing is missing. The book can be published.');
  await userEvent.click(screen.getByRole('radio', { name: 'At a time' }));
  await userEvent.type(screen.getByLabelText('Day and time'), '2030-05-01T08:30');
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Two chapters');
  const pending: PendingRelease = {
    ...{ state: 'waiting', publish_at: '2030-05-01T08:30:00.000Z', asked_by: 'Ben', note: 'Two chapters' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [] },
  };
  server.publish({ pending });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await expect.poll(() => screen.queryByRole('region', { name: 'The next release' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Schedule' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(bodies).toMatchObject([{ body: { note: 'Two chapters' } }]);
});

it('names the user who was first, and refetches the changes', async () => {
  const refused = new FakeFailure(409, { code: 'published_meanwhile', message: 'Published meanwhile.' });
  const { calls } = await open({ more: { 'POST /works/w1/releases': () => refused } });
  await screen.findByText('Nothing is missing. The book can be published.');
  const compared = () => calls.filter((each) => each.startsWith('GET /works/w1/comparison')).length;
  const before = compared();
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(await screen.findByText(/^Somebody else published the book meanwhile/)).toBeVisible();
  await expect.poll(compared).toBeGreaterThan(before);
});

const callOffOf = ({ publish_at }: PendingRelease) =>
  `DELETE /works/w1/schedule?publish_at=${encodeURIComponent(publish_at)}`;

it('everybody sees why a release was not published, and it can be dismissed', async () => {
  const pending: PendingRelease = {
    ...{ state: 'refused', publish_at: '2026-03-01T09:00:00.000Z', asked_by: 'Ben', note: '' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [MISTAKE] },
  };
  const { calls } = await open({
    publication: { ...PUBLISHED, pending },
    more: { 'DELETE /works/w1/schedule': { data: [], metadata: {} } },
  });
  const card = await screen.findByRole('region', { name: 'The next release' });
  expect(within(card).getByText('Not published')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Chapters › The heart › Last page' })).toHaveAttribute(
    'href',
    '/studio/w1?field=chapters%2F%23one%2Flast_page',
  );
  await userEvent.click(within(card).getByRole('button', { name: 'Dismiss' }));
  await expect.poll(() => calls).toContain(callOffOf(pending));
});

it('asks before a scheduled release is called off', async () => {
  const pending: PendingRelease = {
    ...{ state: 'waiting', publish_at: '2026-04-01T09:00:00.000Z', asked_by: 'Ben', note: '' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [] },
  };
  const { calls } = await open({
    publication: { ...PUBLISHED, pending },
    more: { 'DELETE /works/w1/schedule': { data: [], metadata: {} } },
  });
  const card = await screen.findByRole('region', { name: 'The next release' });
  await userEvent.click(within(card).getByRole('button', { name: 'Call off' }));
  const dialog = await screen.findByRole('dialog', { name: 'Call off this release?' });
  expect(calls).not.toContain(callOffOf(pending));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Call off' }));
  await expect.poll(() => calls).toContain(callOffOf(pending));
});

it('shows what a scheduled release changes as it was frozen, not as the book is on the desk', async () => {
  const pending: PendingRelease = {
    ...{ state: 'waiting', publish_at: '2026-04-01T09:00:00.000Z', asked_by: 'Ben', note: '' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [] },
  };
  const { calls, container } = await open({ publication: { ...PUBLISHED, pending } });
  const card = await screen.findByRole('region', { name: 'The next release' });
  expect(calls).not.toContain('GET /works/w1/comparison?to=3');
  await userEvent.click(within(card).getByText('What it changes for readers'));
  await expect.poll(() => calls).toContain('GET /works/w1/comparison?to=3');
  expect((await within(card).findAllByRole('heading')).length).toBeGreaterThan(0);
  await expectAccessible(container);
});

it('restores a release after showing what that changes', async () => {
  const { bodies, calls } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Bring back release 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bring back release 1?' });
  expect(await within(dialog).findByText('Which valve?')).toBeVisible();
  expect(calls).toContain('GET /works/w1/comparison?to=1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish release 1 again' }));
  await expect.poll(() => bodies).toMatchObject([{ body: { over: 2 } }]);
});

it('says that a restored release takes the place of one that waits', async () => {
  const pending: PendingRelease = {
    ...{ state: 'waiting', publish_at: '2030-05-01T08:30:00.000Z', asked_by: 'Ben', note: '' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [] },
  };
  await open({ publication: { ...PUBLISHED, pending } });
  await userEvent.click(await screen.findByRole('button', { name: 'Bring back release 1' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'The release that waits is replaced by this one.',
  );
});

it('bars a release only with a reason', async () => {
  const { bodies } = await open();
  const act = 'Bar release 1 from being published again';
  await userEvent.click(await screen.findByRole('button', { name: act }));
  const dialog = await screen.findByRole('dialog', { name: 'Bar release 1?' });
  const confirm = within(dialog).getByRole('button', { name: 'Bar release 1' });
  await userEvent.click(confirm);
  expect(dialog).toHaveTextContent('Write why this release must not be published again.');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'A wrong dose');
  await userEvent.click(confirm);
  await expect.poll(() => bodies).toMatchObject([{ body: { reason: 'A wrong dose' } }]);
});

it('says what a withdrawal does before it is made', async () => {
  const { bodies } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the book' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this book?' });
  expect(await within(dialog).findByText('Renewals that go on hold: 8')).toBeVisible();
  expect(dialog).toHaveTextContent('“Thorax & Heart” goes on being sold, without this book');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the book' }));
  await expect.poll(() => bodies.map(({ url }) => url)).toEqual([expect.stringContaining('/withdrawal')]);
});

const OF_STAFF: Partial<WorkPublication> = {
  ...{ ...PUBLISHED, state: 'withdrawn', withdrawn_at: '2026-03-02T09:00:00.000Z' },
  withdrawn_by: { name: 'Ada Desk', is_staff: true },
};

it('tells a producer whom to ask about a book that staff withdrew', async () => {
  const { container } = await open({ publication: OF_STAFF, role: 'author' });
  const part = await screen.findByRole('region', { name: 'In the shop' });
  expect(part).toHaveTextContent('Ada Desk, of the staff, withdrew it.');
  expect(within(part).getByRole('link', { name: 'Ask the staff' })).toHaveAttribute('href', '/contact-us');
  expect(within(part).queryByRole('button')).toBeNull();
  await expectAccessible(container);
});

it('says that a newer edition replaced a book, which is neither sold nor withdrawn then', async () => {
  const replaced_by = { edition: '2nd edition', since: '2026-03-02T09:00:00.000Z' };
  const { container } = await open({ publication: { ...PUBLISHED, state: 'replaced', replaced_by } });
  const part = await screen.findByRole('region', { name: 'In the shop' });
  expect(part).toHaveTextContent('Replaced by a newer edition (2nd edition) on 2 Mar 2026.');
  expect(part).not.toHaveTextContent('The book is in the shop.');
  expect(within(part).queryByRole('button')).toBeNull();
  expect(screen.getByText(/^A newer edition replaced the book/)).toBeVisible();
  await expectAccessible(container);
});

it('staff bring back what staff withdrew', async () => {
  const { calls } = await open({ publication: OF_STAFF, more: { 'DELETE /works/w1/withdrawal': {} } });
  await userEvent.click(await screen.findByRole('button', { name: 'Bring it back to the shop' }));
  await expect.poll(() => calls).toContain('DELETE /works/w1/withdrawal');
});

it('staff make the withdrawal of a producer their own', async () => {
  const { calls } = await open({
    publication: { ...OF_STAFF, withdrawn_by: { name: 'Ben Maker', is_staff: false } },
    more: { 'PUT /works/w1/withdrawal': {} },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Let only staff bring it back' }));
  await expect.poll(() => calls).toContain('PUT /works/w1/withdrawal');
});

it.each([
  ['desk', 'Ada Desk set the price on the desk on', 'The import of a folder does not change it.'],
  ['administration', 'Ada Desk set the price in the administration', 'Neither the desk nor the import'],
  [null, 'The price comes from the book folder', 'the next import may change it'],
] as const)('says who set the price, and what may change it: %s', async (set_in, who, what) => {
  const set = set_in
    ? { set_by: 'Ada Desk', set_at: '2026-03-02T09:00:00.000Z' }
    : { set_by: null, set_at: null };
  await open({ publication: { ...PUBLISHED, price: { dollars: 60, set_in, ...set } } });
  const part = await screen.findByRole('region', { name: 'In the shop' });
  expect(part).toHaveTextContent('It costs $60 a year.');
  expect(part).toHaveTextContent(who);
  expect(part).toHaveTextContent(what);
});

it('a line of the check list opens its field on the desk', async () => {
  await open({ at: 'desk', checks: list(MISTAKE) });
  await userEvent.click(await screen.findByRole('button', { name: 'Check list (1)' }));
  const panel = await screen.findByRole('dialog', { name: 'Check list' });
  await userEvent.click(await within(panel).findByRole('link', { name: 'Chapters › The heart › Last page' }));
  await expect
    .poll(() => document.activeElement)
    .toBe(await screen.findByRole('textbox', { name: 'Last page' }));
});

it('tells everybody at the desk what was published', async () => {
  const { server } = await open({ at: 'desk' });
  expect(await screen.findByText('Published, with changes')).toBeVisible();
  server.publish({ state: 'published', revision: 3, published_by: 'Cleo' });
  await expect.poll(() => getToasts().map(({ text }) => text)).toContain('Release 3 is published, by Cleo.');
  expect(screen.getByText('Published')).toBeVisible();
});

it('offers to regrade the answers that a corrected key affects, with their number, after a confirmation', async () => {
  const concerned = { number_of_questions: 2, number_of_answers: 31, number_of_attempts: 30 };
  const sent: unknown[] = [];
  const { server } = await open({
    more: {
      'GET /works/w1/regrading': concerned,
      'POST /works/w1/regrading': ({ body }: { body: unknown }) => {
        sent.push(body);
        return concerned;
      },
    },
  });
  expect(await screen.findByText(/judges 31 answers otherwise/)).toHaveTextContent('attempts: 30');
  await userEvent.click(screen.getByRole('button', { name: 'Grade them again' }));
  expect(sent).toEqual([]);
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Grade again' }),
  );
  expect(await screen.findByText('Being graded again. You may leave this page.')).toBeVisible();
  expect(sent).toEqual([{ number_of_answers: 31 }]);
  // Another release may judge answers otherwise again: nobody asked for those yet.
  server.publish({ ...PUBLISHED, revision: 3 });
  expect(await screen.findByRole('button', { name: 'Grade them again' }, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByText('Being graded again. You may leave this page.')).not.toBeInTheDocument();
});

it.each(['now', 'later'] as const)('asks before an edition is replaced, %s, with what ends', async (when) => {
  const replaced = { ...HELD, title: 'Atlas', edition: '1', readable_until: '2027-03-01' };
  const { bodies } = await open({
    publication: {},
    more: { 'GET /works/w1/sale_effects': { book: null, replaced } },
  });
  const part = screen.getByRole('region', { name: 'What changes' });
  expect(await within(part).findByText('Renewals that end for good, each with a letter: 8')).toBeVisible();
  await screen.findByText('Nothing is missing. The book can be published.');
  if (when === 'later') {
    await userEvent.click(screen.getByRole('radio', { name: 'At a time' }));
    await userEvent.type(screen.getByLabelText('Day and time'), '2030-05-01T08:30');
  }
  const act = when === 'now' ? 'Publish now' : 'Schedule';
  await userEvent.click(screen.getByRole('button', { name: act }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace “Atlas” (1) for good?' });
  expect(dialog).toHaveTextContent('Institutions that have it, to the end of their term: 1');
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: act }));
  await expect.poll(() => bodies).toHaveLength(1);
});

it('says at its field that the last day of an edition lies in the past, and what the edition ends', async () => {
  const readable_until = 'Choose today or a later day.';
  const refused = new FakeFailure(422, { code: 'invalid', message: 'Invalid.', fields: { readable_until } });
  await open({ more: { 'POST /works/w1/editions': () => refused } });
  await userEvent.click(await screen.findByRole('button', { name: 'Begin a new edition' }));
  const dialog = await screen.findByRole('dialog', { name: 'New edition' });
  expect(await within(dialog).findByText('Renewals that end for good, each with a letter: 8')).toBeVisible();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Edition' }), '2');
  const day = within(dialog).getByLabelText('The earlier edition can be read until');
  await userEvent.type(day, '2030-01-01');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Begin a new edition' }));
  await expect.poll(() => day).toHaveAccessibleDescription(new RegExp(readable_until));
});

it('reports the requested action, also when the page shows the new state first', async () => {
  const withdrawn = { ...PUBLISHED, withdrawn_at: '2026-04-01T09:00:00.000Z' };
  const { server } = await open({
    more: {
      'PUT /works/w1/withdrawal': () => server.publish(withdrawn),
      'DELETE /works/w1/withdrawal': () => server.publish({ ...PUBLISHED, withdrawn_at: null }),
    },
  });
  dismissAllToasts();
  const texts = () => getToasts().map(({ text }) => text);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the book' }));
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw the book' }),
  );
  const bringBack = await screen.findByRole('button', { name: 'Bring it back to the shop' });
  await waitFor(() => expect(texts()).toEqual(['The book was withdrawn.']));
  await userEvent.click(bringBack);
  await screen.findByRole('button', { name: 'Withdraw the book' });
  await waitFor(() => expect(texts()).toEqual(['The book was withdrawn.', 'The book is back in the shop.']));
});

it('follows a publication to its end: the list and the check are those of the new release', async () => {
  const data = [{ ...RELEASE, revision: 2, previous: 1, is_current: true }];
  const { server } = await open({
    more: {
      'GET /works/w1/releases': () => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } }),
      'GET /works/w1/check_list': () => list(...(data.length === 1 ? [] : [MISTAKE])),
    },
  });
  await screen.findByRole('heading', { name: /^Release 2/ });
  const pending: PendingRelease = {
    ...{ state: 'publishing', publish_at: '2026-03-02T09:00:00.000Z', asked_by: 'Ben', note: '' },
    ...{ revision: 3, version: 0, restored_from: null, findings: [] },
  };
  server.publish({ ...PUBLISHED, pending });
  const progress = await screen.findByRole('region', { name: 'The next release' }, { timeout: 5000 });
  expect(within(progress).getByRole('status')).toHaveTextContent('Being published');
  data.unshift({ ...RELEASE, revision: 3, previous: 2, is_current: true });
  server.publish({ ...PUBLISHED, state: 'published', revision: 3, pending: null });
  expect(await screen.findByRole('heading', { name: /^Release 3/ }, { timeout: 5000 })).toBeVisible();
  expect(await screen.findByText(/Page 9 /)).toBeVisible();
  expect(screen.queryByText('Being published')).toBeNull();
});

it('shows ten changed pages first, and all on request', async () => {
  const texts = Array.from({ length: 13 }, (_, index) => ({
    page: `${index + 1}`,
    before: 'old',
    after: 'new',
  }));
  const pages = { ...COMPARISON.pages, added: [], changed: [{ first: '1', last: '13', count: 13 }], texts };
  await open({ more: { 'GET /works/w1/comparison': { ...COMPARISON, things: [], fields: [], pages } } });
  const part = screen.getByRole('region', { name: 'What changes' });
  expect(await within(part).findAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(within(part).getByRole('button', { name: 'Show all (13)' }));
  expect(within(part).getAllByRole('listitem')).toHaveLength(13);
});
