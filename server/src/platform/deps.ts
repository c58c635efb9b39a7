import type { FastifyBaseLogger } from 'fastify';
import type { Config, Secret } from '../config/config.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import type { ReadDelayed } from './database/delayed-reads.ts';
import type { Storage } from './files/storage.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Pictures } from './pictures/pictures.ts';

/** The dependencies of every feature. A provider that only one feature needs is an argument of that feature. */
export interface Deps {
  readonly db: Db;
  /** For what may be some seconds old and is the same for all users. */
  readonly readDelayed: ReadDelayed;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly mailer: Mailer;
  readonly pictures: Pictures;
  readonly log: FastifyBaseLogger;
  readonly config: Config & {
    /** Signs file links and the like. */
    readonly secretKey: Secret;
    /** Without a trailing slash. */
    readonly publicUrl: string;
  };
}
