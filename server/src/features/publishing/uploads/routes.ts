import { wholeList } from '@vesalius/contract/atoms';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import { resumableUploadsEndpoints } from '@vesalius/contract/resumable-uploads';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { presentUpload } from '../../../platform/resumable/present-upload.ts';
import { registerResumableUploads } from '../../../platform/resumable/routes.ts';
import { findOwnUpload, listOwnUploads } from '../../../platform/resumable/upload-queries.ts';
import type { Actor } from '../../accounts/actor.ts';
import { identify } from '../../accounts/identify.ts';
import { mount } from '../../accounts/mount.ts';
import { isProducer } from './producer-queries.ts';

const GIGABYTE = 1_000_000_000;
const PORTALS = ['admin', 'author', 'editor'] as const;

/** Uploads of the files of books, for staff and for producers. For all other users the addresses do not exist. */
export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const demandUploader = async ({ role, userId }: Actor): Promise<void> =>
    demand(role === 'staff' || (await isProducer(db, userId)), 'not_found');

  // Registered before the calls: a GET route would add its own HEAD route.
  await registerResumableUploads(app, deps, {
    limits: limitsOf(config),
    addresses: PORTALS.map((portal) => ({
      path: `${PORTAL_PREFIX[portal]}${resumableUploadsEndpoints.listResumableUploads.path}`,
      async identify(request) {
        const actor = await identify(deps, request, resumableUploadsEndpoints.listResumableUploads, portal);
        demand(actor, 'not_signed_in');
        await demandUploader(actor);
        return actor;
      },
    })),
  });

  mount(app, deps, resumableUploadsEndpoints, {
    async listResumableUploads({ actor }) {
      await demandUploader(actor);
      return wholeList((await listOwnUploads(db, actor.userId)).map(presentUpload));
    },
    async getResumableUpload({ actor, params }) {
      await demandUploader(actor);
      const row = await findOwnUpload(db, params.upload_id, actor.userId);
      demand(row, 'not_found');
      return presentUpload(row);
    },
  });
}

const limitsOf = (config: Config) => ({
  maxFileBytes: config.UPLOAD_MAX_FILE_GB * GIGABYTE,
  maxOpen: config.UPLOAD_MAX_OPEN,
  maxOpenBytes: config.UPLOAD_MAX_OPEN_GB * GIGABYTE,
  maxDayBytes: config.UPLOAD_MAX_DAY_GB * GIGABYTE,
});
