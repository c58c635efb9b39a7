/**
 * `npm run setup`: everything that `npm start` does before it serves, for machines where something else starts the
 * server.
 */
import { ensureBuilt, ensureInstalled, ensureNode } from './prepare.mjs';

ensureNode();
await ensureInstalled();
await ensureBuilt();
