import { describe, expect, it } from 'vitest';
import { createPlayedRecorder } from './played-recorder.ts';

const play = (recorder: ReturnType<typeof createPlayedRecorder>, from: number, to: number, speed = 1) => {
  for (let at = from; at <= to; at += 0.25 * speed) recorder.playing(at, speed);
};

describe('played ranges', () => {
  it('cover what was played, and are taken once', () => {
    const recorder = createPlayedRecorder();
    play(recorder, 0, 8);
    expect(recorder.isDue()).toBe(false);
    play(recorder, 8, 12);
    expect(recorder.isDue()).toBe(true);
    expect(recorder.take()).toEqual([[0, 12]]);
    expect(recorder.take()).toEqual([]);
    play(recorder, 12, 14);
    expect(recorder.take()).toEqual([[12, 14]]);
    play(recorder, 10, 15);
    expect(recorder.total()).toBe(15);
  });

  it('exclude what was skipped, forwards or backwards', () => {
    const recorder = createPlayedRecorder();
    play(recorder, 0, 5);
    play(recorder, 60, 62);
    play(recorder, 30, 31);
    expect(recorder.take()).toEqual([
      [0, 5],
      [30, 31],
      [60, 62],
    ]);
  });

  it('support double speed', () => {
    const recorder = createPlayedRecorder();
    play(recorder, 0, 20, 2);
    expect(recorder.take()).toEqual([[0, 20]]);
  });

  it('are not joined over a pause with a seek, and return if they could not be sent', () => {
    const recorder = createPlayedRecorder();
    play(recorder, 0, 5);
    recorder.interrupted();
    play(recorder, 6, 9);
    const untold = recorder.take();
    recorder.giveBack(untold);
    play(recorder, 9, 10);
    expect(recorder.take()).toEqual([
      [0, 5],
      [6, 10],
    ]);
  });
});
