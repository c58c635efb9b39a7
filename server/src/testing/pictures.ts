import { inject } from 'vitest';
import { Pictures } from '../platform/pictures/pictures.ts';

let shared: Pictures | undefined;

/** The test files of a process share the children in which pictures are decoded. */
export const testPictures = (): Pictures =>
  (shared ??= new Pictures({ childProgram: inject('pictureChild') }));
