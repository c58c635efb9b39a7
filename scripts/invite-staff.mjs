/**
 * `npm run invite-staff -- <email> <first name> <last name>`: invites the first staff member, who can invite others.
 */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/admin/invite-staff-cli.js');
