import { escapeHtml } from '../platform/escape-html.ts';

/** The rules of every call in prose: a title and paragraphs; words in backticks are code. */
const CHAPTERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'Tokens',
    [
      'Sign in with `POST /v1/sessions` (any role) and keep `auth_token`. Send it as `Authorization: Bearer …`. A token belongs to one role and opens the addresses of its portal alone; others answer 403 `wrong_portal`.',
      'A session lasts 16 hours and ends after 4 hours without a call; with `remember: true` it lasts 90 days and ends after 30 without a call. There is no refresh: sign in again after 401 `session_ended`; after 401 `account_deleted` there is no account to sign in to. End a session with `DELETE /v1/sessions`.',
      'An account with a second factor answers the first sign-in with 401 `second_factor_needed`; send the same request again with `second_factor_code`.',
      'An account that was made for its owner opens with profession, country and agreement to the terms. Where they are missing, signing in answers 422 `profile_needed`; send the same request again with `job_id`, `country_id` and `termsAgreement`.',
      'Calls that are open answer more with a token: the price to pay, the pages one may read. Send it wherever the document offers it. A token that has ended is refused there as well.',
    ],
  ],
  [
    'Lists',
    [
      'A list answers `{ "data": [], "metadata": { "count", "currentPage", "pages" } }`. Ask for a page with `page` (from 1) and its length with `items` (at most 100 unless the call says otherwise). The list ends when `currentPage` reaches `pages`. The header `Link` has the addresses of the `first`, `prev`, `next` and `last` page, with the same filters.',
    ],
  ],
  [
    'Limits',
    [
      'A body may have 100 kB unless the call says more (413). Bodies are JSON in UTF-8 with `Content-Type: application/json`; anything else is 415, but for the files that a call names.',
      'Signing in, registration, letters, codes and payments are counted per account and per address, not by a fixed quota. Too many answer 429 with `Retry-After` in seconds, and each further attempt waits longer. `RateLimit-Policy` says how many attempts are free in how many seconds, `RateLimit` that none is left. A server under pressure answers 503, with `Retry-After` where it knows.',
      'Answers to GET of 1 kB and more are compressed by brotli or gzip, as `Accept-Encoding` says.',
      'There is no CORS: pages of other origins cannot call. Call from a server or an app.',
    ],
  ],
  [
    'Sending twice',
    [
      'GET, PUT and DELETE may be repeated. So may what carries an id of the caller’s own: `id` of an annotation, `import_id` of an import, `refund_id` of a refund. The same answers to a test are stored once. A payment is compared with those of the same buyer: `payment_duplicate` or `payment_pending` says that the first one counts.',
      'There is no `Idempotency-Key` header. After a request without an answer, read the state before sending anything else again.',
    ],
  ],
  [
    'Errors',
    [
      'Decide by `code`, never by `message`: codes are fixed, texts are for people. `fields` says what is wrong where, in sentences, by path (`bill_to.city`).',
      'Every answer has `x-request-id`, and an error carries it as `request_id`. Tell it to support.',
      'What you may not see is 404, like what does not exist. A known address asked with another method is 405 with `Allow`.',
    ],
  ],
  [
    'Files',
    [
      'Page files are at `/page-files/{bookId}/{revision}/{page}/{file}?grant=…`, with revision and grant of the call for the pages of the book. A grant opens the pages up to `access.last_page` until `expires_at`; without one, the token decides. By `files.runs` and `files.grants` a page has a second address of this form, `/page-files/{set}/{page in the set}/{file}`: the one that caches share. Other files come with their whole address.',
      'Files answer `ETag` and `Last-Modified`, and compare `If-None-Match`, `If-Modified-Since` and `If-Range`. One range of bytes can be asked for.',
    ],
  ],
  [
    'Values and versions',
    [
      'Times are ISO 8601 in UTC, money is a number of dollars with two decimals, pages count from 1, ids are opaque.',
      '`v1` in the addresses stays until something is removed or means something else. Until then calls, fields of answers, optional fields of requests and error codes are added: ignore what you do not know.',
    ],
  ],
];

const inHtml = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const GUIDE = CHAPTERS.map(
  ([title, paragraphs]) =>
    `<h3>${inHtml(title)}</h3>${paragraphs.map((text) => `<p>${inHtml(text)}</p>`).join('')}`,
).join('');
