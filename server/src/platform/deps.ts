import type { FastifyBaseLogger } from 'fastify';
import type { Config, Secret } from '../config/config.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import type { Storage } from './files/storage.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Pictures } from './pictures/pictures.ts';

/** The dependencies of every feature. A provider that only one feature needs is an argument of that feature. */
export interface Deps {
  readonly db: Db;
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
