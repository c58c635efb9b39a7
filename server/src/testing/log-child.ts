/** Writes one line to the log on standard output, and then does nothing, or fails like a broken program. */
import { endOnFault } from '../app/end-on-fault.ts';
import { createLog } from '../platform/log.ts';

const [level = 'info', then = 'wait'] = process.argv.slice(2);
const log = createLog('info');
endOnFault(log);
log[level as 'info']({ number: 1 }, 'the only line');
setInterval(() => {}, 1000);
if (then === 'throw')
  setImmediate(() => {
    throw new Error('nobody catches this');
  });
if (then === 'reject') void Promise.reject(new Error('nobody catches this'));
