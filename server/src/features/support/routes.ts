import { supportEndpoints } from '@vesalius/contract/support';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { mount } from '../accounts/mount.ts';
import { sendSupportMessage } from './send-support-message.ts';

export function supportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, supportEndpoints, {
    createSupportMessage: ({ actor, body, request }) => sendSupportMessage(deps, actor, body, request.ip),
  });
}
