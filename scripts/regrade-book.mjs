/** `npm run regrade-book -- <slug> [edition] [--dry-run]`: grades stored attempts by the answer key of today. */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/assessments/regrade-cli.js');
