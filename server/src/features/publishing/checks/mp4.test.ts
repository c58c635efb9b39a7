import { expect, it } from 'vitest';
import { readMp4 } from './mp4.ts';

const box = (type: string, content = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const many = (type: string, count: number) => Buffer.concat(Array.from({ length: count }, () => box(type)));
const readerOf = (file: Buffer) => ({
  size: file.length,
  read: async (position: number, length: number) => file.subarray(position, position + length),
});

it.each([
  ['very many boxes', box('moov', many('free', 100_000))],
  ['very many tracks', box('moov', many('trak', 500))],
  ['very many parts', Buffer.concat([box('moov'), many('free', 500_001)])],
])('a video of %s is refused', async (_, index) => {
  const file = Buffer.concat([box('mdat', Buffer.alloc(8)), index]);
  await expect(readMp4(readerOf(file))).rejects.toThrow('has a damaged index; export it again');
});
