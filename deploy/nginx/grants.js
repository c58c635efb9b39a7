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

function signatureOf(text) {
  return crypto.createHmac('sha256', process.env.SECRET_KEY).update(text).digest('base64url');
}

/** Compares without telling by its time where the two differ. */
function isSame(given, expected) {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at += 1)
    difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

/** Rounded down, as in the product's max-age. */
function lifeUntil(expires) {
  const life = Number.parseInt(expires, 36) - Date.now() / 1000;
  return life > 0 ? String(Math.floor(life)) : 'refused';
}

function lifeOfPage(path, parts) {
  const page = /^\/page-files\/([^/]+)\/(\d+)\/(\d+)\//.exec(path);
  const expires = parts[0];
  const lastPage = parts[1];
  const isSignedAs = (word) =>
    isSame(parts[2], signatureOf(`${word}\n${page[1]}\n${page[2]}\n${expires}.${lastPage}`));
  // A release's pages may lie in several sets, which the product looks up.
  const opensSet = isSignedAs('pages');
  if (!opensSet && !isSignedAs('release')) return 'refused';
  if (Number(page[3]) > Number.parseInt(lastPage, 36)) return 'refused';
  const life = lifeUntil(expires);
  return opensSet || life === 'refused' ? life : 'product';
}

function lifeOfFile(path, parts) {
  const scope = path.slice('/files/'.length).split('/').slice(0, Number(parts[1])).join('/');
  return isSame(parts[2], signatureOf(`file\n${parts[0]}\n${scope}`)) ? lifeUntil(parts[0]) : 'refused';
}

/** Addresses that nginx reads otherwise than they are written (dots, slashes, escapes), and conditions it knows not. */
function isForProduct(r) {
  const headers = r.headersIn;
  const range = headers.Range;
  return (
    (r.method !== 'GET' && r.method !== 'HEAD') ||
    r.variables.request_uri.split('?')[0] !== r.uri ||
    (range !== undefined && !ONE_RANGE.test(range)) ||
    headers['If-Match'] !== undefined ||
    headers['If-Unmodified-Since'] !== undefined
  );
}

function life(r) {
  if (String(process.env.SECRET_KEY || '').length < MIN_SECRET_LENGTH || isForProduct(r)) return 'product';
  const isPage = r.uri.startsWith('/page-files/');
  const grant = r.args.grant;
  if (grant === undefined) return isPage && r.headersIn.Authorization !== undefined ? 'product' : 'refused';
  // Named twice it is a list, which the product refuses.
  const parts = typeof grant === 'string' ? grant.split('.') : [];
  if (!parts[0] || !parts[1] || !parts[2]) return 'refused';
  return isPage ? lifeOfPage(r.uri, parts) : lifeOfFile(r.uri, parts);
}

export default { life };
