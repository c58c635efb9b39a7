/** `npm run payment-emulator`: emulates both payment providers in a separate process (docs/payments.md). */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/commerce/emulator/cli.js');
