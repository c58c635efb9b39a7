import { type APIRequestContext, expect, type Page, type Request, test } from '@playwright/test';
import { demoEmail, enterAs, signInByCall, staffOf } from './support/staff.ts';

/*
 * Opens every address of the specification's tables as every kind of user: either the screen opens, or the user is
 * redirected. Addresses are tested in the specification's spelling, and in another letter case.
 */
const KINDS = [
  'visitor',
  'unverified',
  'customer',
  'subscriber',
  'member',
  'beta',
  'author',
  'editor',
  'director',
] as const;
type Kind = (typeof KINDS)[number];

const HOME = '/';
const MISSING = '/missing_verification';
/** Home, with a return to the address after signing in. */
const ASKED = 'home, asked to sign in';
const OPENS = 'opens';

type Outcome = typeof HOME | typeof MISSING | typeof ASKED | typeof OPENS;
type Rule = (kind: Kind) => Outcome;

const anybody: Rule = (kind) => (kind === 'unverified' ? MISSING : OPENS);
const always: Rule = () => OPENS;
const guests: Rule = (kind) => (kind === 'visitor' ? OPENS : kind === 'unverified' ? MISSING : HOME);
const only =
  (...kinds: Kind[]): Rule =>
  (kind) =>
    kind === 'visitor' ? ASKED : kind === 'unverified' ? MISSING : kinds.includes(kind) ? OPENS : HOME;
const signedIn = only(...KINDS);
const ownPassword: Rule = (kind) => (kind === 'visitor' ? ASKED : OPENS);

const readers: Kind[] = ['customer', 'subscriber', 'member', 'beta'];
const buyers = only(...readers, 'director');
/** For users with access to the book: its authors and editors, its program's director, and its readers. */
const withAccess = only('subscriber', 'member', 'beta', 'author', 'editor', 'director');

/** The ids of one book of the director's program, to which the demo's author and editor are assigned. */
interface Ids {
  readonly book: string;
  readonly program: string;
  readonly test: string;
  readonly quiz: string;
  readonly material: string;
}
const TABLE: [path: (ids: Ids) => string, rule: Rule][] = [
  [() => '/', anybody],
  [() => '/books', anybody],
  [() => '/books?listType=featured', anybody],
  [() => '/books/featured', anybody],
  [({ book }) => `/book-profile/${book}`, anybody],
  [({ book }) => `/programs/book-profile/${book}`, anybody],
  [() => '/SignIn', guests],
  [() => '/login', guests],
  [() => '/registration', guests],
  [() => '/forget-password', always],
  [() => '/missing_verification', (kind) => (kind === 'unverified' ? OPENS : HOME)],
  [() => '/contact-us', always],
  [() => '/profile-info/me', signedIn],
  [() => '/change-password', ownPassword],
  [() => '/authors/change-password', only('author')],
  [() => '/editors/change-password', only('editor')],
  [() => '/programs/change-password', only('director')],
  [() => '/subscriped-books', buyers],
  [() => '/institution-books', only('member')],
  [() => '/certificates', signedIn],
  [({ book }) => `/promocode/${book}`, buyers],
  [({ book }) => `/checkout?mode=book&id=${book}`, buyers],
  [({ book }) => `/bookCheckout/book/${book}`, buyers],
  [() => '/subscription-management', signedIn],
  [({ book }) => `/book-all-videos/${book}`, anybody],
  [({ book }) => `/book-all-tests/${book}`, withAccess],
  [({ material, book }) => `/supplementary/${material}/${book}/${material}`, withAccess],
  [({ test: id, book }) => `/testdisplay/${id}/0/${book}`, withAccess],
  [({ quiz, book }) => `/quizdisplay/${quiz}/${book}/1`, withAccess],
  [({ book }) => `/editors/notes/${book}`, only('editor')],
  [() => '/review', only(...readers)],
  [() => '/Topics', only(...readers)],
  [({ program }) => `/programs/${program}/StudentsList`, only('director')],
  [({ program }) => `/programs/${program}/add-student-form`, only('director')],
  [({ program }) => `/programs/${program}/Topics`, only('director')],
  [() => '/admin', only()],
  [() => '/no/such/page', (kind) => (kind === 'unverified' ? MISSING : HOME)],
];

async function idsOf(request: APIRequestContext): Promise<Ids> {
  const [author, director] = [
    await signInByCall(request, demoEmail('author')),
    await signInByCall(request, demoEmail('director')),
  ];
  const get = async (user: { auth_token: string }, path: string) => {
    const answer = await request.get(path, { headers: { authorization: `Bearer ${user.auth_token}` } });
    return answer.json();
  };
  const [program] = (await get(director, '/program_director_portal/v1/programs/current')).data;
  const book: string = program.books[0].id;
  const first = async (call: string) => {
    const { data } = await get(author, `/author_portal/v1/${call}?book_id=${book}`);
    return data[0];
  };
  return {
    book,
    program: program.id,
    test: (await first('tests')).id,
    quiz: (await first('book_quizzes')).quiz_id,
    material: (await first('book_supplementary_materials')).supplementary_materials[0].id,
  };
}

/** Navigates inside the running app, as its links do. */
const goInside = (page: Page, path: string) =>
  page.evaluate((address) => {
    window.history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Counts the page's running requests, without the live stream of events, which never ends. */
function waitingOf(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (sent) => {
    if (sent.resourceType() !== 'eventsource' && sent.resourceType() !== 'media') open.add(sent);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (sent) => open.delete(sent));
  return () => open.size;
}

function addressOf(page: Page, path: string): string {
  const { pathname, search } = new URL(page.url());
  if (pathname === '/' && search.startsWith('?next=')) return ASKED;
  if (pathname.toLowerCase() === new URL(path, 'http://x').pathname.toLowerCase()) return OPENS;
  return pathname;
}

/**
 * Where an address leads. A screen redirects at its first render or when its data has loaded. A screen that stays has
 * shown its content, and no request is running.
 */
async function outcomeOf(
  page: Page,
  waiting: () => number,
  path: string,
  expected: Outcome,
): Promise<string> {
  const start = page.getByRole('heading', { level: 1, name: 'Terms and conditions' });
  await goInside(page, '/terms');
  await expect(start).toBeVisible();
  await goInside(page, path);
  await expect(start).toHaveCount(0);
  await expect(page.locator('#main')).not.toBeEmpty();
  if (expected === OPENS) {
    let quiet = 0;
    await expect
      .poll(
        () => {
          quiet = waiting() === 0 ? quiet + 1 : 0;
          return quiet;
        },
        { intervals: [50] },
      )
      .toBeGreaterThan(2);
  } else
    await expect
      .poll(() => addressOf(page, path), { intervals: [20, 50, 100] })
      .toBe(expected)
      .catch(() => undefined);
  const found = addressOf(page, path);
  if (found === ASKED) await page.keyboard.press('Escape');
  return found;
}

for (const kind of KINDS)
  test(`every address, as ${kind}`, async ({ page, request }) => {
    test.setTimeout(300_000);
    const staff = await staffOf(request);
    const ids = await idsOf(request);

    if (kind === 'author' || kind === 'editor' || kind === 'director')
      await enterAs(page, await signInByCall(request, demoEmail(kind)));
    else if (kind !== 'visitor') {
      const { user, password } = await staff.customer(kind);
      if (kind !== 'unverified') await staff.admin('POST', `/people/${user.id}/verify`);
      if (kind === 'beta') await staff.admin('PATCH', `/people/${user.id}`, { is_beta: true });
      if (kind === 'subscriber')
        await staff.admin('POST', `/people/${user.id}/subscriptions`, { book_id: ids.book, months: 12 });
      if (kind === 'member') {
        const institution = await staff.admin<{ id: string }>('POST', '/institutions', {
          name: 'Walkers’ Hospital',
          starts_at: '2020-01-01T00:00:00.000Z',
          ends_at: '2040-01-01T00:00:00.000Z',
          seats: null,
          domains: [],
          book_ids: [ids.book],
        });
        await staff.admin('POST', `/institutions/${institution.id}/members`, { email: user.email });
      }
      await enterAs(page, await signInByCall(request, user.email, password));
    }

    const waiting = waitingOf(page);
    await page.goto('/terms');
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const [pathOf, rule] of TABLE) {
      const path = pathOf(ids);
      expected[path] = rule(kind);
      found[path] = await outcomeOf(page, waiting, path, rule(kind));
    }
    expect(found).toEqual(expected);
  });

test('addresses match in any letter case', async ({ page }) => {
  await page.goto('/CONTACT-US');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  await page.goto('/signin');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
