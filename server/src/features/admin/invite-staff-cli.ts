/**
 * `npm run invite-staff -- <email> <first name> <last name>`: invites the first staff member. The server may be running. Exit
 * codes: 0 done, 1 refused, 64 wrong usage.
 */
import { Email } from '@vesalius/contract/atoms';
import { ProductError } from '../../platform/errors.ts';
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { inviteStaff } from './invite-staff.ts';

const USAGE = 64;
const printLine = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const [address, firstName, secondName] = process.argv.slice(2);
  const email = Email.safeParse(address);
  if (!email.success || !firstName || !secondName) {
    printLine('Usage: npm run invite-staff -- <email> <first name> <last name>');
    return USAGE;
  }
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  try {
    const { link } = await inviteStaff(deps, { email: email.data, firstName, secondName });
    const how =
      deps.config.OUTGOING_MAIL === 'off'
        ? 'This link sets the password:'
        : 'A mail with a link to set a password is on its way; this one does as well:';
    printLine(`${email.data} is one of the staff. ${how}`);
    printLine(link);
    return 0;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    printLine(error.message);
    return 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
