import type { ImportStep } from './import-book.ts';

const BAR_WIDTH = 30;
const LABELS: Readonly<Record<ImportStep, string>> = {
  checking: 'Checking the folder',
  pages: 'Preparing pages',
  files: 'Storing lectures and pictures',
  storing: 'Publishing',
};

/** Redraws one line on a terminal; otherwise writes one line per step, so that logs stay readable. */
export function progressLine(output: NodeJS.WriteStream, indent = '') {
  let step: ImportStep | null = null;
  let startedAt = 0;
  let drawn = '';
  const draw = (text: string) => {
    if (text === drawn) return;
    drawn = text;
    output.write(`\r\u001b[2K${text}`);
  };
  const endLine = (text: string) => {
    if (output.isTTY) draw(text);
    else output.write(text);
    output.write('\n');
    drawn = '';
  };
  return {
    report(next: ImportStep, done: number, total: number): void {
      if (next !== step) startedAt = performance.now();
      step = next;
      const label = `${indent}${LABELS[next].padEnd(30)}`;
      if (done >= total) {
        const seconds = (performance.now() - startedAt) / 1000;
        endLine(`${label} ${total === 1 ? 'done' : `${done} of ${total}`} (${seconds.toFixed(1)} s)`);
        step = null;
      } else if (output.isTTY) {
        const full = Math.floor((done / total) * BAR_WIDTH);
        draw(`${label} ${'\u2588'.repeat(full)}${'\u2591'.repeat(BAR_WIDTH - full)} ${done} of ${total}`);
      }
    },
    /** Ends the line that an error interrupted. */
    stop(): void {
      if (output.isTTY && drawn !== '') output.write('\n');
      drawn = '';
    },
  };
}
