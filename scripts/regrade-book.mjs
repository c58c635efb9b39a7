/** `npm run regrade-book -- <slug> [edition] [--dry-run]`: grades stored attempts again by the current answer key. */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/assessments/regrade-cli.js');
