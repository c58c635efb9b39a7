/**
 * What media cost: `node bench/media/run.mjs [seconds of video, 0 for none]`, after `npm run build`; needs ffmpeg.
 * Letters looked for in 300 slices of 512 x 512 and in the studies of the demo library; recordings of three kinds converted.
 * Seconds, seconds of processor, the most memory of the processes (VmHWM, Linux), bytes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeSeries } from '../lectures/make-series.mjs';

const root = join(import.meta.dirname, '../..');
const media = join(root, 'server/dist/features/publishing/media');
const cache = join(root, '.cache/bench-media');
const seconds = Number(process.argv[2] ?? 120);
mkdirSync(cache, { recursive: true });
const { findBurnedText } = await import(join(media, 'find-burned-text.js'));
const { convertVideo } = await import(join(media, 'convert-video.js'));
const { findFfmpeg } = await import(join(media, 'find-ffmpeg.js'));

/** Of all processes below this one, the largest that any of them was. */
function peakBelow(pid = process.pid, isOwn = true) {
  let peak = 0;
  if (!isOwn) peak = Number(/VmHWM:\s+(\d+)/.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  for (const thread of existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [])
    for (const child of readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean))
      peak = Math.max(peak, peakBelow(Number(child), false));
  return peak;
}
function readOr(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Of processes that have ended; seconds. Ticks are hundredths on Linux. */
const processorSeconds = () => {
  const fields = readOr('/proc/self/stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
};

async function measured(work) {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakBelow());
  }, 50);
  const [started, processor] = [performance.now(), processorSeconds()];
  const result = await work();
  const took = (performance.now() - started) / 1000;
  clearInterval(watch);
  // The process has been ended; the system counts it once it has been waited for.
  while (processorSeconds() === processor) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    result,
    cost: `${took.toFixed(1)} s, ${(processorSeconds() - processor).toFixed(1)} s of processor, ${Math.round(peak)} MB`,
  };
}
const filesIn = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));

const series = join(cache, 'series');
if (!existsSync(join(series, '0300.dcm'))) makeSeries(series, 300);
const studies = [series];
for (const book of readdirSync(join(root, 'demo')))
  if (existsSync(join(root, 'demo', book, 'dicom')))
    studies.push(...filesIn(join(root, 'demo', book, 'dicom')));
for (const folder of studies) {
  const { result, cost } = await measured(() => findBurnedText(filesIn(folder)));
  const words = result.words.map(({ text, confidence }) => `${text} (${confidence})`).join(', ') || 'none';
  console.log(
    `${folder.slice(root.length + 1)}: ${result.frames} frames, ${result.lookedAt.length} looked at, ${result.left} left, ${result.unread.length} unread; ${cost}; words: ${words}`,
  );
}

const { found: programs } = await findFfmpeg({ FFMPEG_PATH: undefined });
if (!programs) throw new Error('needs ffmpeg');
const picture = (size) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`];
const sound = ['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:a=0.1`];
const quick = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const recordings = [
  ['fits-1080.mp4', [...picture('1920x1080'), ...sound, '-c:v', 'libx264', '-b:v', '5M', ...quick]],
  [
    'hevc-1080.mkv',
    [...picture('1920x1080'), ...sound, '-c:v', 'libx265', ...quick, '-x265-params', 'log-level=none'],
  ],
  ['talk.mp3', [...sound]],
];
for (const [name, args] of seconds > 0 ? recordings : []) {
  const input = join(cache, `${seconds}-${name}`);
  if (!existsSync(input)) execFileSync(programs.ffmpeg, ['-y', '-v', 'error', ...args, input]);
  const output = join(cache, 'output');
  rmSync(output, { recursive: true, force: true });
  const { result, cost } = await measured(() => convertVideo(programs, input, output));
  const bytes = result.files.reduce((sum, file) => sum + statSync(join(output, file)).size, 0);
  console.log(
    `${name}: ${seconds} s of ${(statSync(input).size / 1e6).toFixed(1)} MB become ${result.files.length} files of ${(bytes / 1e6).toFixed(1)} MB: ${cost}; sizes: ${result.renditions.map(({ side }) => side).join(', ') || 'none'}`,
  );
}
