import { randomFillSync } from 'node:crypto';

/*
 * UUID version 7 (RFC 9562), made here because PostgreSQL before 18 and compatible engines have no uuidv7().
 * Ids that begin with the time keep B-tree inserts at the right edge, and sort in the order of creation.
 */
const RANDOM_POOL_BYTES = 4096;
const BYTES_PER_ID = 10;
const pool = Buffer.alloc(RANDOM_POOL_BYTES);
let poolOffset = RANDOM_POOL_BYTES;

let lastMillisecond = 0;
let counter = 0;

/**
 * A new id, greater than every id this process made before, also within one millisecond and after the
 * machine's clock was set back (RFC 9562, method 1: a 12-bit counter with a random start).
 */
export function newId(): string {
  if (poolOffset + BYTES_PER_ID > RANDOM_POOL_BYTES) {
    // One call of the random source for 400 ids costs a twentieth of one call for each.
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.subarray(poolOffset, poolOffset + BYTES_PER_ID);
  poolOffset += BYTES_PER_ID;

  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // The upper bit starts at 0, so that at least 2048 ids fit into the millisecond.
    counter = random.readUInt16BE(0) & 0x7ff;
  } else if (counter === 0xfff) {
    // The millisecond is full: borrow the next one.
    lastMillisecond += 1;
    counter = random.readUInt16BE(0) & 0x7ff;
  } else {
    counter += 1;
  }

  const time = lastMillisecond.toString(16).padStart(12, '0');
  const sequence = counter.toString(16).padStart(3, '0');
  const variant = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16);
  const tail = random.toString('hex', 4, BYTES_PER_ID);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}-${tail}`;
}

/** Could this be an id at all? Asked before text from an address reaches a uuid column. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
