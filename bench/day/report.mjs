/** The answers by act: counts, p50, p99, and the effect of an outage. */

/** How long after the end of an outage an error may still occur (milliseconds). */
export const RECOVERS_WITHIN_MS = 10_000;
/** Before it is called growth: the second half's slope and the difference of the quarters, in a long day. */
const MOST_SLOPE_MB_AN_HOUR = 60;
const MOST_GROWTH_MB = 60;
const LONG_ENOUGH_MINUTES = 20;

const KINDS = ['clear', 'cut', 'away', 'hang', 'wrong'];

export function createTally() {
  const acts = new Map();
  const outages = [];
  const samples = [];
  const strays = [];
  const duringOutage = {};
  let lastErrorAt = 0;
  const inOutage = (at) =>
    outages.find(({ from, to }) => at >= from && (to === null || at <= to + RECOVERS_WITHIN_MS));

  return {
    /** @type {{ sentAgain: number, passedOn: number } | null} */
    counts: null,
    outages,
    begin: (name) => outages.push({ name, from: Date.now(), to: null, lastErrorAt: null }),
    end: () => {
      outages.at(-1).to = Date.now();
    },
    add(event) {
      const row = acts.get(event.act) ?? { times: [], ended: {} };
      acts.set(event.act, row);
      row.times.push(event.ms);
      row.ended[event.ended] = (row.ended[event.ended] ?? 0) + 1;
      if (event.ended === 'ok') return;
      // Reported up to a second later; an act that began in an outage may end after it.
      const at = Date.now();
      lastErrorAt = at;
      const outage = inOutage(at - 1000) ?? inOutage(at) ?? inOutage(at - event.ms);
      const what = event.ended === 'clear' ? `clear ${event.status}` : event.ended;
      if (outage && event.ended !== 'wrong' && event.ended !== 'hang') {
        duringOutage[what] = (duringOutage[what] ?? 0) + 1;
        const late = outage.to === null ? 0 : at - outage.to;
        outage.lastErrorAt = Math.max(outage.lastErrorAt ?? 0, late);
      } else {
        strays.push(event);
        if (samples.length < 12)
          samples.push(
            `${event.act}: ${what} ${event.status ?? ''} ${event.code ?? ''} ${event.error ?? ''} after ${Math.round(event.ms)} ms`,
          );
      }
    },
    describe({ seconds, memory }) {
      const all = [...acts.values()].flatMap(({ times }) => times);
      const lines = [
        '',
        `${'act'.padEnd(22)}${'times'.padStart(8)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'most'.padStart(9)}  not ok`,
        ...[...acts].sort(([a], [b]) => a.localeCompare(b)).map(([act, row]) => line(act, row)),
        line('all', { times: all, ended: sumOf([...acts.values()].map(({ ended }) => ended)) }),
        `${(all.length / seconds).toFixed(0)} requests a second for ${seconds.toFixed(0)} s; ` +
          `sent again by the browser on a kept connection that was closed: ${this.counts?.sentAgain ?? 0}, ` +
          `passed on to the other server because nobody listened: ${this.counts?.passedOn ?? 0}`,
      ];
      for (const { name, from, to, lastErrorAt: late } of outages)
        lines.push(
          `outage "${name}": ${(((to ?? Date.now()) - from) / 1000).toFixed(0)} s; last error ` +
            `${late === null ? 'none' : `${(late / 1000).toFixed(1)} s after its end`}`,
        );
      if (outages.length > 0) lines.push(`errors during outages: ${JSON.stringify(duringOutage)}`);
      for (const series of memory) lines.push(`memory of a server: ${memoryText(series)}`);
      return lines.join('\n');
    },
    problems({ memory, minutes }) {
      const found = strays.length > 0 ? [`${strays.length} errors outside of an outage`, ...samples] : [];
      for (const series of memory) {
        const { first, last, slope } = trend(series);
        if (minutes < LONG_ENOUGH_MINUTES) continue;
        if (last - first > MOST_GROWTH_MB && slope > MOST_SLOPE_MB_AN_HOUR)
          found.push(`memory grew: ${memoryText(series)}`);
      }
      return found;
    },
    lastErrorAt: () => lastErrorAt,
    /** How often each kind of error came during outages. */
    errors: () => duringOutage,
  };
}

const sumOf = (counts) =>
  Object.fromEntries(
    ['ok', ...KINDS].map((kind) => [kind, counts.reduce((sum, one) => sum + (one[kind] ?? 0), 0)]),
  );

function line(act, { times, ended }) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? '-';
  const bad = KINDS.filter((kind) => ended[kind]).map((kind) => `${kind} ${ended[kind]}`);
  return (
    act.padEnd(22) +
    String(times.length).padStart(8) +
    at(0.5).padStart(9) +
    at(0.99).padStart(9) +
    at(1).padStart(9) +
    `  ${bad.join(', ') || '0'}`
  );
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians of the first quarter after a tenth of warming up and of the last; slope of the second half by least squares. */
function trend(series) {
  const warm = series.slice(Math.floor(series.length / 10));
  const quarter = Math.max(1, Math.floor(warm.length / 4));
  const half = warm.slice(Math.floor(warm.length / 2));
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, value) => sum + value, 0) / (half.length || 1);
  const above = half.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const below = half.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return {
    first: median(warm.slice(0, quarter)),
    last: median(warm.slice(-quarter)),
    most: Math.max(...series, 0),
    /** Samples are a second apart: megabytes an hour. */
    slope: below === 0 ? 0 : (above / below) * 3600,
  };
}

function memoryText(series) {
  const { first, last, most, slope } = trend(series);
  return (
    `${first.toFixed(0)} MB in the first quarter, ${last.toFixed(0)} MB in the last (medians), ` +
    `most ${most.toFixed(0)}, slope of the second half ${slope.toFixed(0)} MB an hour`
  );
}
