/** `npm run setup`: installs the packages and builds, for machines where something else starts the server. */
import { ensureBuilt, ensureInstalled, ensureNode } from './prepare.mjs';

ensureNode();
await ensureInstalled();
await ensureBuilt();
