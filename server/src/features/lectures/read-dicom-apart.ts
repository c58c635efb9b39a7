import { fileURLToPath } from 'node:url';
import { WorkProcess } from '../../platform/work-process.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import type { DicomSlice } from './dicom-check.ts';
import { BadDicom } from './dicom-parse.ts';
import type { DicomAnswer, DicomRequest } from './dicom-protocol.ts';

const CHILD = fileURLToPath(new URL('./dicom-child.js', import.meta.url));
/** Two: a file that takes its whole time does not keep the others waiting. */
const MAX_CHILDREN = 2;

export interface DicomLimits {
  readonly timeLimitMs: number;
  /** Pixels are outside of it; attributes are inside. */
  readonly heapMb: number;
}
const LIMITS: DicomLimits = { timeLimitMs: 30_000, heapMb: 768 };
/** An idle process ends after this time, which frees its memory. */
const IDLE_MS = 20_000;

/** The limits of time or memory were exceeded: another machine may read the file. */
export class DicomTooLarge extends BadDicom {}

/** Reads DICOM files in child processes with limits on time, memory and the number of attributes. */
export class DicomReader {
  readonly #idle: WorkProcess<DicomRequest, DicomAnswer>[] = [];
  // No file is refused here: a caller sends one after the other.
  readonly #queue = new WorkQueue({
    concurrency: MAX_CHILDREN,
    maxWaiting: Number.POSITIVE_INFINITY,
    retryAfterSeconds: 0,
  });
  readonly #program: () => string;
  readonly #limits: DicomLimits;

  constructor(program: () => string, limits: Partial<DicomLimits> = {}) {
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Throws BadDicom. */
  async read(request: DicomRequest): Promise<DicomSlice> {
    const first = await this.#askOnce(request);
    // The machine may be the cause, so the file is read once more in a new process.
    const end = first.tell === 'died' ? await this.#askOnce(request) : first;
    if (end.tell === 'read') return end.slice;
    if (end.tell === 'failed') throw new Error(`a DICOM file could not be read: ${end.message}`);
    if (end.tell === 'refused') throw new BadDicom(end.text);
    if (end.tell === 'late')
      throw new DicomTooLarge(`takes longer than ${end.seconds} seconds to read; export it again`);
    throw new DicomTooLarge('takes more memory to read than a file may; export it again');
  }

  #askOnce(request: DicomRequest) {
    const { timeLimitMs, heapMb } = this.#limits;
    return this.#queue.run(async () => {
      const limits = { timeLimitMs, heapMb, memoryLimitMb: heapMb, idleMs: IDLE_MS };
      const child = this.#idle.pop() ?? new WorkProcess(this.#program(), limits);
      try {
        return await child.ask(request);
      } finally {
        this.#idle.push(child);
      }
    });
  }
}

let program = CHILD;
const reader = new DicomReader(() => program);

/** For tests, which run from the sources: the child's program is not beside this file. */
export function useDicomProgram(path: string): void {
  program = path;
}

/** What a file is. Throws BadDicom. */
export const lookAtDicom = (path: string, identity: DicomRequest['identity']): Promise<DicomSlice> =>
  reader.read({ path, identity });

/** Writes what readers get of a file to another path. Throws BadDicom. */
export const writeDicom = (
  request: DicomRequest & Required<Pick<DicomRequest, 'output'>>,
): Promise<DicomSlice> => reader.read(request);
