/** `npm run invite-staff -- <email> <first name> <last name>`: the first of the staff, who invites the others. */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/admin/invite-staff-cli.js');
