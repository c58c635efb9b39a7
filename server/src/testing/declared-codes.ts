import type { Endpoint } from '@vesalius/contract/endpoints';
import type { ErrorCode } from '@vesalius/contract/errors';
import { endpointTable } from '@vesalius/contract/table';
import type { FastifyInstance } from 'fastify';
import { errorCodesOf } from '../app/openapi-responses.ts';

const declared = new Map<string, Set<ErrorCode>>();
for (const endpoints of Object.values(endpointTable))
  for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>))
    declared.set(name, new Set([...(declared.get(name) ?? []), ...errorCodesOf(endpoint)]));

/** Documented for every call by `default`. */
const OF_EVERY_CALL: readonly string[] = ['internal', 'not_implemented'];

/** In every test: a call whose error is missing in its row of the contract answers 500 instead. */
export function refuseUndeclaredCodes(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config as { call?: string };
    if (reply.statusCode < 400 || !call || typeof payload !== 'string') return payload;
    const { code } = JSON.parse(payload) as { code?: ErrorCode };
    if (code && !OF_EVERY_CALL.includes(code) && !declared.get(call)?.has(code))
      throw new Error(`${call} answers ${code}, which its row in the contract does not name`);
    return payload;
  });
}
