import type { FileHandle } from 'node:fs/promises';
import { BadVideo, type Reader } from './video-facts.ts';

const BLOCK_BYTES = 65_536;
const SMALL_BLOCK_BYTES = 4096;
/** Of the file. A ten-hour lecture in two-second fragments takes about fifty thousand. */
const MAX_READS = 100_000;

/** Reads a file of many small parts in blocks. Throws BadVideo where it has more than `maxParts`. */
export class BlockReader implements Reader {
  readonly size: number;
  readonly #file: FileHandle;
  #block: Buffer = Buffer.alloc(0);
  #blockStart = 0;
  #reads = 0;
  #partsLeft: number;

  constructor(file: FileHandle, { size, maxParts }: { size: number; maxParts: number }) {
    this.#file = file;
    this.size = size;
    this.#partsLeft = maxParts;
  }

  async read(position: number, length: number): Promise<Buffer> {
    this.#partsLeft -= 1;
    if (this.#partsLeft < 0) throw tooMany();
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const offset = position - this.#blockStart;
    if (offset >= 0 && offset + wanted <= this.#block.length)
      return this.#block.subarray(offset, offset + wanted);
    if (wanted > BLOCK_BYTES) return this.#readFile(position, wanted);
    const block = await this.#readFile(position, Math.max(wanted, this.#blockBytesAt(position)));
    this.#block = block;
    this.#blockStart = position;
    return block.subarray(0, wanted);
  }

  /** A whole block only near the last one: between large parts, the start of each is enough. */
  #blockBytesAt(position: number): number {
    const isNear = position >= this.#blockStart && position - this.#blockStart <= BLOCK_BYTES;
    return Math.max(0, Math.min(isNear ? BLOCK_BYTES : SMALL_BLOCK_BYTES, this.size - position));
  }

  async #readFile(position: number, length: number): Promise<Buffer> {
    this.#reads += 1;
    if (this.#reads > MAX_READS) throw tooMany();
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

const tooMany = () => new BadVideo('is made of too many parts; export it again');
