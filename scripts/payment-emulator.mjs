/** `npm run payment-emulator`: both payment providers, played by a process of their own (docs/payments.md). */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/commerce/emulator/cli.js');
