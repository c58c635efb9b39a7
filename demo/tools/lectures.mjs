/**
 * The lectures: drawn scenes (tools/lectures/<slug>.mjs), spoken by espeak-ng sentence by sentence, so that the
 * captions are timed by the speech itself. Writes <key>.mp4, <key>.en.vtt, <key>.ar.vtt, <key>.webp, timing.json.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openBrowser } from './browser.mjs';
import { fontLinks } from './fonts.mjs';
import { pen } from './pen.mjs';
import { cacheFolder, demoFolder, describeBook, readManifest } from './series.mjs';

const framesPerSecond = 12;
const sampleRate = 22050;
const pauseAfterSentence = 0.34;
const pauseAfterScene = 0.75;
const leadIn = 0.6;
/** A long lecture is slides and a voice: ten minutes in a few megabytes. */
const quality = {
  short: { crf: 24, keyFrame: 60, rate: 44100, sound: '64k' },
  long: { crf: 29, keyFrame: 240, rate: 24000, sound: '32k' },
};

/** Sixteen-bit samples of one spoken sentence. */
function speak(sentence, folder) {
  const path = join(folder, 'sentence.wav');
  execFileSync('espeak-ng', [
    '-v',
    'en-gb',
    '-s',
    '162',
    '-p',
    '36',
    '-a',
    '150',
    '-g',
    '3',
    '-w',
    path,
    sentence,
  ]);
  const wav = readFileSync(path);
  const start = wav.indexOf('data') + 8;
  const samples = new Int16Array(
    wav.buffer.slice(wav.byteOffset + start, wav.byteOffset + wav.length - ((wav.length - start) % 2)),
  );
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1]) < 120) end -= 1;
  return samples.slice(0, Math.min(samples.length, end + 800));
}

/** Text that reads well is not always text that speaks well. */
const spoken = (sentence) =>
  sentence
    .replaceAll('mmHg', 'millimetres of mercury')
    .replaceAll('AV ', 'A V ')
    .replaceAll('MIC', 'M I C')
    .replaceAll('AUC', 'A U C')
    .replaceAll('CO2', 'C O 2')
    .replaceAll('pH', 'P H')
    .replaceAll('–', ', ');

/** Lays sentences on the time line. */
function schedule(scenes, folder) {
  let clock = leadIn;
  const pieces = [];
  const timed = scenes.map((scene) => {
    const start = clock;
    const at = [];
    const cues = [];
    for (const [english, arabic] of scene.say) {
      const samples = speak(spoken(english), folder);
      at.push(clock - start);
      pieces.push({ clock, samples });
      const until = clock + samples.length / sampleRate;
      cues.push({ from: clock, until: until + 0.2, english, arabic });
      clock = until + pauseAfterSentence;
    }
    clock += pauseAfterScene;
    return { ...scene, start, end: clock, at, cues };
  });
  timed[0].start = 0;
  timed[0].at = timed[0].at.map((time) => time + leadIn);
  const duration = clock + 0.4;
  timed.at(-1).end = duration;
  const sound = new Int16Array(Math.ceil(duration * sampleRate));
  for (const { clock: from, samples } of pieces) sound.set(samples, Math.floor(from * sampleRate));
  return { timed, duration, sound };
}

function writeWav(path, samples) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  writeFileSync(path, Buffer.concat([head, Buffer.from(samples.buffer)]));
}

const stamp = (seconds) => {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value, length) => String(value).padStart(length, '0');
  return `${part(Math.floor(milliseconds / 3600000), 2)}:${part(Math.floor(milliseconds / 60000) % 60, 2)}:${part(Math.floor(milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`;
};

const captions = (timed, language) =>
  `WEBVTT\n\n${timed
    .flatMap((scene) => scene.cues)
    .map((cue, index) => `${index + 1}\n${stamp(cue.from)} --> ${stamp(cue.until)}\n${cue[language]}\n`)
    .join('\n')}`;

/** The picture at a moment: an SVG of 1280 by 720. */
function frame(book, lecture, timed, duration, time) {
  const index = Math.max(
    0,
    timed.findLastIndex((scene) => scene.start <= time),
  );
  const scene = timed[index];
  const t = time - scene.start;
  const on = (sentence, length = 0.7) => {
    const share = Math.min(1, Math.max(0, (t - (scene.at[sentence] ?? 0)) / length));
    return share * share * (3 - 2 * share);
  };
  const p = pen(book);
  const body = scene.draw({ t, at: scene.at, on, p, c: book, length: scene.end - scene.start });
  const opening = scene.plate === true;
  const ground = opening ? book.deep : '#fbfaf7';
  const head = opening
    ? ''
    : p.text(64, 58, scene.title ?? '', { size: 30, family: 'serif', fill: book.deep }) +
      p.text(1216, 56, lecture.title, { size: 15, anchor: 'end', fill: '#7b858b' }) +
      p.trace('M64 76 H1216', 1, { stroke: '#d5d9da', width: 1 });
  const progress = `<rect x="0" y="715" width="${((time / duration) * 1280).toFixed(1)}" height="5" fill="${opening ? book.spark : book.mid}"/>`;
  return {
    picture: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><rect width="1280" height="720" fill="${ground}"/>${head}${body}</svg>`,
    progress: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">${progress}</svg>`,
  };
}

const titleScene = (lecture, book) => ({
  plate: true,
  say: lecture.opening,
  draw: ({ on, p }) =>
    p.text(110, 200, book.title, { size: 22, fill: book.spark, family: 'serif', italic: true }) +
    p.lines(110, 300, lecture.title, { size: 60, fill: '#fff', family: 'serif', lead: 70, wrap: 32 }) +
    p.trace('M110 470 H260', on(0, 1.4), { stroke: book.spark, width: 3 }) +
    p.text(110, 530, lecture.speaker, { size: 24, fill: '#fff' }) +
    p.text(110, 640, 'Vesalius Press', { size: 20, fill: '#ffffffaa', family: 'serif' }),
});

async function record(book, lecture, browser) {
  const folder = join(book.folder, 'lectures');
  const work = join(cacheFolder, 'lectures', `${book.slug}-${lecture.key}`);
  mkdirSync(folder, { recursive: true });
  mkdirSync(work, { recursive: true });
  const { timed, duration, sound } = schedule([titleScene(lecture, book), ...lecture.scenes], work);
  writeWav(join(work, 'voice.wav'), sound);
  writeFileSync(join(folder, `${lecture.key}.en.vtt`), captions(timed, 'english'));
  writeFileSync(join(folder, `${lecture.key}.ar.vtt`), captions(timed, 'arabic'));

  const host = join(work, 'stage.html');
  writeFileSync(
    host,
    `<!doctype html><meta charset="utf-8">${fontLinks}<style>html,body{margin:0}#a,#b{position:absolute;inset:0}</style><div id="a"></div><div id="b"></div>`,
  );
  const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await tab.goto(pathToFileURL(host).href);
  const show = (id, svg) =>
    tab.evaluate(
      async ([where, markup]) => {
        const stage = /** @type {HTMLElement} */ (document.getElementById(where));
        stage.innerHTML = markup;
        // Chromium decodes images inside of SVG as well.
        const images = /** @type {Iterable<Partial<HTMLImageElement>>} */ (stage.querySelectorAll('image'));
        await Promise.all([...images].map((image) => image.decode?.()));
        await document.fonts.ready;
      },
      [id, svg],
    );
  const session = await tab.context().newCDPSession(tab);
  const video = join(folder, `${lecture.key}.mp4`);
  const size = lecture.long ? quality.long : quality.short;
  const encoder = spawn(
    'ffmpeg',
    `-y -loglevel error -f image2pipe -c:v mjpeg -framerate ${framesPerSecond} -i - -i ${join(work, 'voice.wav')} -c:v libx264 -preset medium -crf ${size.crf} -tune animation -g ${size.keyFrame} -pix_fmt yuv420p -color_range tv -af highpass=f=90,lowpass=f=8200,loudnorm=I=-18:TP=-2 -ar ${size.rate} -ac 1 -c:a aac -b:a ${size.sound} -shortest -map_metadata -1 -fflags +bitexact -movflags +faststart ${video}`.split(
      ' ',
    ),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  /** @type {Promise<void>} */
  const finished = new Promise((resolve, reject) => {
    encoder.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
  const frames = Math.ceil(duration * framesPerSecond);
  let last = '';
  let shot;
  let posterShot;
  const posterAt = Math.floor(
    (timed[Math.min(lecture.posterScene ?? 2, timed.length - 1)].end - 0.9) * framesPerSecond,
  );
  for (let index = 0; index < frames; index += 1) {
    const { picture, progress } = frame(book, lecture, timed, duration, index / framesPerSecond);
    const key = index % 6 === 0 ? picture + progress : picture;
    if (key !== last || index === 0) {
      if (!last.startsWith(picture)) await show('a', picture);
      await show('b', progress);
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'jpeg',
        quality: 93,
        optimizeForSpeed: true,
      });
      shot = Buffer.from(data, 'base64');
      last = key;
    }
    if (index === posterAt) posterShot = shot;
    if (!encoder.stdin.write(shot)) await new Promise((resolve) => encoder.stdin.once('drain', resolve));
  }
  encoder.stdin.end();
  await finished;
  await tab.close();
  await sharp(posterShot ?? shot)
    .webp({ quality: 82 })
    .toFile(join(folder, `${lecture.key}.webp`));
  rmSync(join(work, 'sentence.wav'), { force: true });
  return {
    key: lecture.key,
    title: lecture.title,
    speaker: lecture.speaker,
    duration_seconds: Math.round(duration * 10) / 10,
    scenes: timed.map((scene, index) => ({
      at_seconds: Math.round(scene.start * 10) / 10,
      title: index === 0 ? 'Introduction' : (scene.title ?? ''),
    })),
  };
}

/** The manifest says who speaks; the script's own speaker stands in until there is a manifest. */
function speakerOf(slug, key) {
  const materials = (readManifest(slug)?.supplementaries ?? []).flatMap((group) => group.materials);
  return materials.find((material) => material.file === `lectures/${key}.mp4`)?.speaker;
}

export async function buildLectures(slug) {
  const script = new URL(`./lectures/${slug}.mjs`, import.meta.url);
  if (!existsSync(script)) return undefined;
  const { lectures } = await import(script.href);
  const book = describeBook(slug);
  const browser = await openBrowser();
  const timing = [];
  try {
    for (const lecture of lectures) {
      const speaker = speakerOf(slug, lecture.key) ?? lecture.speaker;
      timing.push(await record(book, { ...lecture, speaker }, browser));
    }
  } finally {
    await browser.close();
  }
  writeFileSync(join(demoFolder, slug, 'lectures', 'timing.json'), `${JSON.stringify(timing, null, 2)}\n`);
  return timing.map((lecture) => `${lecture.key} ${lecture.duration_seconds} s`).join(', ');
}
