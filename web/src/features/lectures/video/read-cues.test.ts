import { readCues } from '@vesalius/contract/lecture-cues';
import { expect, it } from 'vitest';
import { transcriptOf } from './read-cues.ts';

const VTT = `\uFEFFWEBVTT - a lecture

NOTE nobody reads this

1
00:01.000 --> 00:03.000 align:start
<v Ada>Here is the <b>sinus</b> node.

00:03.500 --> 00:05.000
It beats
&amp; beats.

01:00:10.250 --> 01:00:12.000
Much later.
`;

it('reads the cues of WebVTT without styling, notes and numbers', () => {
  expect(readCues(VTT)).toEqual([
    { from: 1, to: 3, text: 'Here is the sinus node.' },
    { from: 3.5, to: 5, text: 'It beats & beats.' },
    { from: 3610.25, to: 3612, text: 'Much later.' },
  ]);
  expect(readCues(VTT.replaceAll('\n', '\r\n'))).toHaveLength(3);
});

it('joins continuous speech, and separates descriptions', () => {
  const seen = [{ from: 6, to: 8, text: 'A drawing of the heart.' }];
  expect(transcriptOf(readCues(VTT), seen)).toEqual([
    { from: 1, to: 5, text: 'Here is the sinus node. It beats & beats.', isSeen: false },
    { from: 6, to: 8, text: 'A drawing of the heart.', isSeen: true },
    { from: 3610.25, to: 3612, text: 'Much later.', isSeen: false },
  ]);
});
