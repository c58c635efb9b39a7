/**
 * `npm run remove-demo`: closes the accounts and ends the promo codes of the demo, so that production can start on this
 * database. The server may be running. Exit codes: 0 done (also if there was nothing to do), 1 failed, 64 wrong usage, 75 and
 * 78 like a start of the server.
 */
import { openDeps } from '../../platform/open-deps.ts';
import { removeDemo } from '../demo-leftovers.ts';
import { complain, EXIT, runProgram, say } from './program.ts';

const HELP = `Usage: npm run remove-demo

Closes the demo's accounts (their sessions end, and nobody can sign in to them) and ends its promo codes, in the
installation of DATABASE_URL and DATA_DIR. Books, programs, subscriptions and the data of readers are kept.`;

await runProgram(async () => {
  const [word] = process.argv.slice(2);
  if (word === '--help') {
    say(HELP);
    return EXIT.done;
  }
  if (word !== undefined) {
    complain(HELP);
    return EXIT.usage;
  }
  const { deps, database } = await openDeps(process.env);
  try {
    const { open, changed, promoCodes } = await removeDemo(deps);
    for (const { email, role } of open) say(`closed  ${email} (${role.replace('_', ' ')})`);
    for (const { name } of promoCodes) say(`ended   ${name}`);
    for (const { email } of changed) say(`kept    ${email}, whose password somebody has changed`);
    say(`${open.length} accounts closed, ${promoCodes.length} promo codes ended.`);
    return EXIT.done;
  } finally {
    await database.close();
  }
});
