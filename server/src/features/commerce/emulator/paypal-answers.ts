import type { FastifyReply } from 'fastify';
import { mintId } from './state.ts';

/* Types that all of PayPal's answers share. */

export const money = (cents: number) => ({ value: (cents / 100).toFixed(2), currency_code: 'USD' });

export function problem(reply: FastifyReply, status: number, name: string) {
  return reply
    .code(status)
    .send({ name, message: name, debug_id: mintId('', 13).toLowerCase(), details: [], links: [] });
}
