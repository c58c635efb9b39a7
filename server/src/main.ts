import { requireDescriptors } from './platform/descriptors.ts';
import { failStart } from './platform/start-failure.ts';

try {
  requireDescriptors();
} catch (error) {
  failStart(error);
}
// All modules of the product are loaded below this one.
await import('./app/run.ts');
