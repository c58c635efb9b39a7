/**
 * A book with an hour's lecture (H.264), a lecture in VP9 and a study of real files, for `e2e/lectures-long.spec.ts`:
 * `node bench/lectures/make-long-book.mjs <folder> [folder of DICOM files]`, then `npm run import-book -- <folder>`.
 * Needs ffmpeg. Everything else is the demo's Applied Neuroanatomy.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [folder, study] = process.argv.slice(2);
if (!folder) throw new Error('name a folder to write the book to');
cpSync(resolve(import.meta.dirname, '../../demo/applied-neuroanatomy'), folder, {
  recursive: true,
  filter: (path) => !path.endsWith('/source'),
});
const lectures = join(folder, 'lectures');
const film = (name, seconds, ...coding) =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=5'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=300:sample_rate=48000', '-t', String(seconds), ...coding],
    join(lectures, name),
  ]);
film(
  'hour.mp4',
  3600,
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40', '-g', '25', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-b:a', '24k', '-movflags', '+faststart'],
);
film(
  'minute.webm',
  60,
  ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '150k', '-c:a', 'libopus'],
);
const time = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 23);
const captions = Array.from(
  { length: 360 },
  (_value, at) => `${time(at * 10)} --> ${time(at * 10 + 9)}\nThis is second ${at * 10}.\n`,
);
writeFileSync(join(lectures, 'hour.vtt'), `WEBVTT\n\n${captions.join('\n')}`);
if (study)
  cpSync(study, join(folder, 'dicom/real'), { recursive: true, filter: (path) => !path.endsWith('.md') });

const materials = `  - page: 3
    materials:
      - key: hour
        type: video
        title: An Hour of Signals
        file: lectures/hour.mp4
        captions:
          - { language: en, file: lectures/hour.vtt }
        marks:
          - { at_seconds: 0, title: Beginning, page: 3 }
          - { at_seconds: 1800, title: Half way, page: 5 }
          - { at_seconds: 3400, title: Near the end, page: 7 }
      - key: minute
        type: video
        title: A Minute of VP9
        file: lectures/minute.webm
${
  study
    ? `      - key: real
        type: dicom
        title: A real study
        identifying_attributes: remove
        series:
          - { key: axial, title: Axial, folder: dicom/real }
`
    : ''
}`;
const manifest = readFileSync(join(folder, 'book.yaml'), 'utf8');
writeFileSync(
  join(folder, 'book.yaml'),
  manifest
    .replace('slug: applied-neuroanatomy', 'slug: long-lectures')
    .replace('title: Applied Neuroanatomy for the Ward', 'title: Long Lectures')
    .replace('supplementaries:\n', `supplementaries:\n${materials}`),
);
