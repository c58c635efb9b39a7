/** `npm run setup`: all that `npm start` does before it serves, for a machine where something else starts the server. */
import { ensureBuilt, ensureInstalled, ensureNode } from './prepare.mjs';

ensureNode();
await ensureInstalled();
await ensureBuilt();
