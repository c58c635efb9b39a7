/**
 * One reader: what is known of their books, and how a call of theirs ends. Statuses that an act does not expect are
 * failures, except 502, 503 and 504, which say clearly that something is away; those are counted beside cut connections.
 */
import { PAYMENT_HANGS_AFTER_MS } from './client.mjs';

const CLEAR = new Set([502, 503, 504]);

export function createPerson({ id, number, email, token, owned }, { client, ledger, report, library }) {
  const person = {
    id,
    number,
    email,
    token,
    library,
    ledger,
    place: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    owned: new Map(owned.map((bookId) => [bookId, newShelf()])),
    /** Purchases without a known outcome. */
    unsure: new Set(),
    usedCode: false,
    own(bookId) {
      if (!person.owned.has(bookId)) person.owned.set(bookId, newShelf());
    },
    /**
     * `{ ok, unsure, status, body }`. `unsure`: a write may have been stored or not. `expect` = statuses that are right;
     * `clear` = further ones that are right while a provider is away.
     */
    async call(
      act,
      method,
      path,
      { body = undefined, expect = [200], clear = [], pays = false, keep = true } = {},
    ) {
      const result = await client.send({
        ...{ method, path, body, keep, token: person.token, place: person.place },
        ...(pays ? { limit: PAYMENT_HANGS_AFTER_MS } : {}),
      });
      const { kind, status } = result;
      const isClear = kind === 'answer' && (CLEAR.has(status) || clear.includes(status));
      const ok = kind === 'answer' && expect.includes(status);
      const ended = ok ? 'ok' : kind === 'answer' ? (isClear ? 'clear' : 'wrong') : kind;
      report({ act, ended, ms: result.ms, status, path, code: result.body?.code, error: result.error });
      return { ok, unsure: !ok && (isClear || kind !== 'answer'), status, body: result.body };
    },
    /** A write: its answer decides whether the ledger records it as acknowledged, as unsure, or not at all. */
    async write(act, method, path, options, entry) {
      const answer = await person.call(act, method, path, options);
      if (answer.ok || answer.unsure) {
        const more = typeof entry === 'function' ? entry(answer) : entry;
        if (more) ledger.write({ u: id, at: Date.now(), ok: answer.ok, ...more });
      }
      return answer;
    },
  };
  return person;
}

const newShelf = () => ({
  page: 1,
  grant: null,
  grantUntil: 0,
  notes: [],
  watching: new Map(),
  done: new Set(),
  /** Answers that were sent and not acknowledged; they are repeated unchanged, as a form does. */
  pending: new Map(),
  finals: 0,
});
