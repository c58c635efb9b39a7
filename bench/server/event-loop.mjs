/** Loaded into a server by `--import`: on SIGUSR2 writes how late its event loop was since the last time. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const milliseconds = (nanoseconds) => nanoseconds / 1e6 - RESOLUTION_MS;
process.on('SIGUSR2', () => {
  const { EVENT_LOOP_REPORT: path } = process.env;
  writeFileSync(
    path ?? '',
    JSON.stringify({ p50: milliseconds(delay.percentile(50)), p99: milliseconds(delay.percentile(99)) }),
  );
  delay.reset();
});
