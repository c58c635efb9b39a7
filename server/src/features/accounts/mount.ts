import type { Endpoints } from '@vesalius/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import * as platform from '../../platform/mount.ts';
import type { Actor } from './actor.ts';
import { identify } from './identify.ts';

export type Handlers<Table extends Endpoints> = platform.Handlers<Table, Actor>;

/** Registers a feature's calls; the token of each request determines its actor. */
export const mount = <Table extends Endpoints>(
  app: FastifyInstance,
  deps: Deps,
  table: Table,
  handlers: Handlers<Table>,
): void => platform.mount(app, deps, identify, table, handlers);
