import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';

const FRAMES_A_SECOND = 25;
const FRAME_MS = 1000 / FRAMES_A_SECOND;
const POINTER = 'film-pointer';

export interface Cue {
  readonly from: number;
  readonly texts: Readonly<Record<'en' | 'ar', string>>;
}

/**
 * Films a page frame by frame. Every frame is a screenshot of the real browser, but its duration is set here, so that
 * the film runs smoothly even if it is recorded on a slow machine. Waiting for a response takes no time in the film.
 */
export class FilmCamera {
  readonly cues: Cue[] = [];
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #folder: string;
  readonly #list: string[] = [];
  #elapsed = 0;
  #pointer = { x: 640, y: 400 };

  private constructor(page: Page, devtools: CDPSession, folder: string) {
    this.#page = page;
    this.#devtools = devtools;
    this.#folder = folder;
  }

  static async open(page: Page, folder: string): Promise<FilmCamera> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await page.addInitScript(showPointer, POINTER);
    return new FilmCamera(page, await page.context().newCDPSession(page), folder);
  }

  /** Seconds filmed so far. */
  get seconds(): number {
    return this.#elapsed / 1000;
  }

  /** Sets the caption from here on. */
  say(en: string, ar: string): void {
    this.cues.push({ from: this.seconds, texts: { en, ar } });
  }

  /** One frame that stays for a while. */
  async hold(ms: number): Promise<void> {
    await this.#page.evaluate(
      ([id, x, y]) => {
        const pointer = document.getElementById(id);
        if (pointer) pointer.style.translate = `${x}px ${y}px`;
        return new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      },
      [POINTER, this.#pointer.x, this.#pointer.y] as const,
    );
    const { data } = (await this.#devtools.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    })) as { data: string };
    const file = `${String(this.#list.length).padStart(5, '0')}.png`;
    await writeFile(join(this.#folder, file), Buffer.from(data, 'base64'));
    this.#list.push(`file '${file}'\nduration ${(ms / 1000).toFixed(3)}`);
    this.#elapsed += ms;
  }

  /** Records an animation, or changes made by `step`, as one screenshot per frame. */
  async roll(
    ms: number,
    step?: (part: number) => Promise<unknown>,
    perSecond = FRAMES_A_SECOND / 2,
  ): Promise<void> {
    const frames = Math.round((ms / 1000) * perSecond);
    for (let frame = 1; frame <= frames; frame += 1) {
      await step?.(frame / frames);
      await this.hold(1000 / perSecond);
    }
  }

  async moveTo(target: { x: number; y: number } | Locator, ms = 560): Promise<void> {
    const to = 'x' in target ? target : await middleOf(target);
    const from = this.#pointer;
    const frames = Math.max(2, Math.round(ms / FRAME_MS / 1.5));
    for (let frame = 1; frame <= frames; frame += 1) {
      const part = frame / frames;
      const eased = part * part * (3 - 2 * part);
      this.#pointer = { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased };
      await this.#page.mouse.move(this.#pointer.x, this.#pointer.y);
      await this.hold(FRAME_MS * 1.5);
    }
  }

  async click(target: Locator): Promise<void> {
    await this.moveTo(target);
    await this.hold(160);
    await this.#press(true);
    await this.#page.mouse.down();
    await this.hold(120);
    await this.#page.mouse.up();
    await this.#press(false);
  }

  /** Drags along a line with the button pressed. */
  async drag(from: { x: number; y: number }, to: { x: number; y: number }, ms: number): Promise<void> {
    await this.moveTo(from);
    await this.#press(true);
    await this.#page.mouse.down();
    await this.moveTo(to, ms);
    await this.#page.mouse.up();
    await this.#press(false);
  }

  async type(text: string, ms = 70): Promise<void> {
    for (const letter of text) {
      await this.#page.keyboard.type(letter);
      await this.hold(ms);
    }
  }

  async scroll(area: Locator, by: number, ms: number): Promise<void> {
    const from = await area.evaluate((element) => element.scrollTop);
    await this.roll(ms, (part) => {
      const eased = part * part * (3 - 2 * part);
      return area.evaluate(
        (element, top) => element.scrollTo({ top, behavior: 'instant' }),
        from + by * eased,
      );
    });
  }

  /**
   * Encodes H.264 that every browser plays, with its index at the start. The last frame is repeated, as ffmpeg
   * requires.
   */
  async develop(target: string): Promise<void> {
    const last = this.#list.at(-1)?.split('\n')[0] ?? '';
    const list = join(this.#folder, 'frames.txt');
    await writeFile(list, `${this.#list.join('\n')}\n${last}\n`);
    run('ffmpeg', [
      ...['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list],
      ...[
        '-vf',
        `fps=${FRAMES_A_SECOND},format=yuv420p`,
        '-c:v',
        'libx264',
        '-preset',
        'veryslow',
        '-crf',
        '23',
      ],
      ...['-tune', 'animation', '-profile:v', 'high', '-movflags', '+faststart', '-an', target],
    ]);
  }

  #press(down: boolean) {
    return this.#page.evaluate(
      ([id, pressed]) => {
        document.getElementById(id)?.toggleAttribute('data-pressed', pressed);
      },
      [POINTER, down] as const,
    );
  }
}

export const asVtt = (cues: readonly Cue[], end: number, language: 'en' | 'ar'): string =>
  [
    'WEBVTT',
    ...cues.map(
      ({ from, texts }, index) =>
        `${clock(from)} --> ${clock(cues[index + 1]?.from ?? end)}\n${texts[language]}`,
    ),
  ].join('\n\n');

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

export function run(program: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(program, parameters, { stdio: 'inherit' });
  if (error || status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`not on the screen: ${target}`);
  return { x: box.x + Math.min(box.width / 2, 220), y: box.y + box.height / 2 };
}

/** Runs in each page: a headless browser shows no pointer. */
function showPointer(id: string): void {
  const add = () => {
    if (document.getElementById(id)) return;
    const pointer = document.createElement('div');
    pointer.id = id;
    pointer.setAttribute('aria-hidden', 'true');
    pointer.innerHTML =
      '<svg width="26" height="30" viewBox="0 0 26 30"><path d="M3 2v22l5.6-5.2 3.6 8.4 4.4-1.9-3.6-8.2 7.8-.4z" fill="#191816" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/></svg>';
    pointer.style.cssText =
      'position:fixed;z-index:2147483647;inset:0 auto auto 0;pointer-events:none;margin:-2px 0 0 -3px';
    const style = document.createElement('style');
    style.textContent = `#${id}[data-pressed]::before{content:"";position:absolute;inset:-14px auto auto -13px;width:34px;height:34px;border-radius:50%;background:rgb(192 138 43 / 45%)}#${id} svg{position:relative}`;
    document.documentElement.append(style, pointer);
  };
  document.addEventListener('DOMContentLoaded', add);
  if (document.readyState !== 'loading') add();
}
