/* The elements of a WebM file (EBML, RFC 8794). */

export interface Element {
  readonly id: number;
  readonly start: number;
  /** Infinity when the size is unknown (live recordings). */
  readonly end: number;
}

/** Reads an id and a size; the first byte of each tells its length. */
export function elementAt(buffer: Buffer, position: number): Element | null {
  const first = buffer[0];
  if (!first) return null;
  const idLength = Math.clz32(first) - 23;
  const sizeByte = buffer[idLength];
  if (idLength > 4 || !sizeByte) return null;
  const sizeLength = Math.clz32(sizeByte) - 23;
  if (sizeLength > 8 || buffer.length < idLength + sizeLength) return null;
  let size = BigInt(sizeByte & (0xff >> sizeLength));
  for (let index = 1; index < sizeLength; index += 1) size = (size << 8n) | BigInt(buffer[idLength + index]!);
  const start = position + idLength + sizeLength;
  const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
  return {
    id: buffer.readUIntBE(0, idLength),
    start,
    end: isUnknown ? Number.POSITIVE_INFINITY : start + Number(size),
  };
}
