/**
 * Recounts a day from the database alone: is every acknowledged write there, does every payment have one order, one
 * invoice and access, does every certificate have its grounds, does every stored result equal the regrading of its
 * answers, was nothing played faster than the clock allowed.
 *
 *   node bench/day/audit.mjs <ledger> <postgres-url, or DATA_DIR of a running product>
 *   node bench/day/audit.mjs --self-test <ledger> <..>    falsifies the database in transactions that are rolled back,
 *                                                         and demands that each falsification is named
 *
 * Exit code 1 on any difference. The providers' memory is the file that the ledger's first line names.
 */
import { audit } from './audit-day.mjs';
import { selfTest } from './audit-self-test.mjs';
import { embeddedUrl } from './world.mjs';

const words = process.argv.slice(2);
const isTest = words[0] === '--self-test';
const [ledgerFile, where] = isTest ? words.slice(1) : words;
if (!ledgerFile || !where) {
  console.error('Usage: node bench/day/audit.mjs [--self-test] <ledger> <postgres-url or DATA_DIR>');
  process.exit(64);
}
const url = /^postgres(ql)?:/.test(where) ? where : await embeddedUrl(where);
const failed = await (isTest ? selfTest : audit)({ ledgerFile, url });
process.exit(failed === 0 ? 0 : 1);
