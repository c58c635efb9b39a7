/**
 * `npm run invite-staff -- <email> <first name> <last name>`: the first of the staff. Works beside a running server.
 * Exit codes: 0 done, 1 refused, 64 called wrongly.
 */
import { Email } from '@vesalius/contract/atoms';
import { ProductError } from '../../platform/errors.ts';
import { openDeps } from '../../platform/open-deps.ts';
import { failStart } from '../../platform/start-failure.ts';
import { inviteStaff } from './invite-staff.ts';

const USAGE = 64;
const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const [address, firstName, secondName] = process.argv.slice(2);
  const email = Email.safeParse(address);
  if (!email.success || !firstName || !secondName) {
    say('Usage: npm run invite-staff -- <email> <first name> <last name>');
    return USAGE;
  }
  const { deps, database } = await openDeps(process.env).catch((error) => failStart(error));
  try {
    const { link } = await inviteStaff(deps, { email: email.data, firstName, secondName });
    const how =
      deps.config.OUTGOING_MAIL === 'off'
        ? 'This link sets the password:'
        : 'A mail with a link to set a password is on its way; this one does as well:';
    say(`${email.data} is one of the staff. ${how}`);
    say(link);
    return 0;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    say(error.message);
    return 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
