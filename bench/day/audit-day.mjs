/**
 * The whole recount: `audit({ ledgerFile, url })` prints its counts and every difference, and returns the number of
 * differences.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checkCertificates, checkGrades } from './audit-grades.mjs';
import { checkBooks } from './audit-money.mjs';
import { checkWrites } from './audit-writes.mjs';
import { readLedger } from './ledger.mjs';

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
const SHOWN = 40;

/** Returns `{ counts, differences }` from the given connection; `ledger` and `emulator` are the outside view. */
export async function recount(db, { ledger, emulator }) {
  const counts = {};
  const differences = [];
  const audit = {
    all: async (statement, values) => (await db.query(statement, values)).rows,
    count: (what, number) => {
      counts[what] = (counts[what] ?? 0) + number;
    },
    differ: (kind, detail) => differences.push({ kind, detail }),
  };
  await checkWrites(audit, ledger);
  await checkGrades(audit);
  await checkCertificates(audit);
  await checkBooks(audit, ledger, emulator);
  return { counts, differences };
}

export async function openAudit({ ledgerFile, url }) {
  const ledger = readLedger(ledgerFile);
  const emulator = JSON.parse(readFileSync(ledger[0].emulator, 'utf8'));
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  return { db, ledger, emulator };
}

export async function audit(where) {
  const { db, ...known } = await openAudit(where);
  const { counts, differences } = await recount(db, known);
  await db.end();
  console.log('\nThe auditor has recounted:');
  for (const [what, number] of Object.entries(counts)) console.log(`  ${String(number).padStart(8)} ${what}`);
  for (const { kind, detail } of differences.slice(0, SHOWN)) console.log(`  DIFFERENCE ${kind}: ${detail}`);
  console.log(`  ${differences.length} differences`);
  return differences.length;
}
