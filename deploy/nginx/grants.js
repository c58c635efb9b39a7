/*
 * Checks the grants of files as the product does (server/src/features/reader/page-grant.ts, server/src/platform/grants.ts),
 * for edge.conf. Written for njs 0.7.9 and later. `life` is the value of $grant_life:
 *
 *   a number    the grant is valid for this file for so many seconds
 *   refused     it is not, or there is none
 *   product     only the product can answer: a grant of a release, a request by token, an unusual request
 */
// biome-ignore lint/style/useNodejsImportProtocol: njs has its own modules
import crypto from 'crypto';

/** A shorter secret is none: the product does not start with it, and an empty one would let everybody sign. */
const MIN_SECRET_LENGTH = 32;
/** What nginx answers as the product does: one range or none. */
const ONE_RANGE = /^bytes=(\d+-\d*|-\d+)$/;

function isSigned(text, signature) {
  const expected = crypto.createHmac('sha256', process.env.SECRET_KEY).update(text).digest('base64url');
  // Where two hashes differ tells nothing about the signature that would be right.
  return hashOf(expected) === hashOf(signature);
}

function hashOf(text) {
  return crypto.createHash('sha256').update(text).digest('base64url');
}

/** Rounded down, as in the product's max-age. */
function lifeUntil(expires) {
  const life = Number.parseInt(expires, 36) - Date.now() / 1000;
  return life > 0 ? String(Math.floor(life)) : 'refused';
}

/** `/page-files/{id}/{number}/{page}/{file}` with a grant `{end}.{last page}.{signature}`. */
function lifeOfPage(path, grant) {
  const signed = `${path[2]}\n${path[3]}\n${grant[0]}.${grant[1]}`;
  const opensSet = isSigned(`pages\n${signed}`, grant[2]);
  // A release's pages may lie in several sets, which the product looks up.
  if (!opensSet && !isSigned(`release\n${signed}`, grant[2])) return 'refused';
  if (Number(path[4]) > Number.parseInt(grant[1], 36)) return 'refused';
  const life = lifeUntil(grant[0]);
  return opensSet || life === 'refused' ? life : 'product';
}

/** `/files/{key}` with a grant `{end}.{depth}.{signature}` for the folder of the key's first segments. */
function lifeOfFile(path, grant) {
  const scope = path.slice(2, 2 + Number(grant[1])).join('/');
  return isSigned(`file\n${grant[0]}\n${scope}`, grant[2]) ? lifeUntil(grant[0]) : 'refused';
}

/** Addresses that nginx reads otherwise than they are written (dots, slashes, escapes), and conditions it knows not. */
function isForProduct(r) {
  const headers = r.headersIn;
  const range = headers.Range;
  const written = r.variables.request_uri;
  return (
    (r.method !== 'GET' && r.method !== 'HEAD') ||
    (written !== r.uri && !written.startsWith(`${r.uri}?`)) ||
    (range !== undefined && !ONE_RANGE.test(range)) ||
    headers['If-Match'] !== undefined ||
    headers['If-Unmodified-Since'] !== undefined
  );
}

function life(r) {
  const secret = process.env.SECRET_KEY;
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH || isForProduct(r)) return 'product';
  const path = r.uri.split('/');
  const isPage = path[1] === 'page-files';
  const given = r.args.grant;
  if (given === undefined) return isPage && r.headersIn.Authorization !== undefined ? 'product' : 'refused';
  // Named twice it is a list, which the product refuses.
  const grant = typeof given === 'string' ? given.split('.') : [];
  if (!grant[0] || !grant[1] || !grant[2]) return 'refused';
  return isPage ? lifeOfPage(path, grant) : lifeOfFile(path, grant);
}

export default { life };
