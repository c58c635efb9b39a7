import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { activate, approve } from './paypal-life.ts';
import type { WebhookSender } from './paypal-webhooks.ts';
import type { EmulatorStore } from './state.ts';

/**
 * The page on which a buyer approves at PayPal: approve, decline, or leave. Plain HTML forms, whose answer redirects
 * the browser to the product's return address.
 */
export function registerApprovePages(
  app: FastifyInstance,
  store: EmulatorStore,
  webhooks: WebhookSender,
  prefix: string,
): void {
  const find = (id: string) => store.state.subscriptions.find((one) => one.id === id);

  app.get<{ Params: { id: string } }>(`${prefix}/approve/:id`, async (request, reply) => {
    const found = find(request.params.id);
    const plan = store.state.plans.find(({ id }) => id === found?.planId);
    reply.type('text/html; charset=utf-8');
    if (!found || !plan) return reply.code(404).send(page('<h1>Unknown subscription</h1>'));
    const first = plan.firstYearCents ?? plan.yearlyCents;
    return reply.send(
      page(`<h1>Pay yearly with PayPal</h1><p>${escapeHtml(plan.name)}</p>
<p class="price">$${(first / 100).toFixed(2)} <span>for the first year${first === plan.yearlyCents ? ', and every year after' : `, then $${(plan.yearlyCents / 100).toFixed(2)} a year`}</span></p>
<form method="post" action="${prefix}/approve/${found.id}/yes"><button class="main">Approve the subscription</button></form>
<form method="post" action="${prefix}/approve/${found.id}/no"><button>Decline and go back</button></form>`),
    );
  });
  app.post<{ Params: { id: string } }>(`${prefix}/approve/:id/yes`, async (request, reply) => {
    const found = find(request.params.id);
    if (!found) return reply.code(404).send();
    await approve(store, webhooks, found);
    return reply.redirect(withId(found.returnUrl, found.id), 303);
  });
  app.post<{ Params: { id: string } }>(`${prefix}/approve/:id/no`, async (request, reply) => {
    const found = find(request.params.id);
    if (!found) return reply.code(404).send();
    return reply.redirect(found.cancelUrl, 303);
  });
  /** Simulates PayPal's activation some time after a late approval. */
  app.post<{ Params: { id: string } }>(`${prefix}/activate/:id`, async (request, reply) => {
    const found = find(request.params.id);
    if (!found) return reply.code(404).send();
    if (found.status === 'APPROVED') await activate(store, webhooks, found);
    return reply.code(204).send();
  });
}

/** The provider appends its id to the return address. */
function withId(address: string, id: string): string {
  const url = new URL(address);
  url.searchParams.set('subscription_id', id);
  return url.href;
}

const page = (body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Test payment</title><style>
body{font:17px/1.5 system-ui,sans-serif;margin:0;background:#f6f3ec;color:#191816;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border:1px solid #e2ddd3;border-radius:10px;padding:40px;max-width:420px;margin:16px}
.test{background:#f3e6cb;color:#4a310b;border-radius:4px;padding:8px 12px;font-size:15px}h1{font-size:22px}
.price{font-size:26px;font-weight:600}.price span{font-size:15px;font-weight:400;color:#5f5b53}
button{font:inherit;width:100%;padding:12px;border-radius:6px;border:1px solid #cbc5b8;background:#fff;cursor:pointer;margin-top:8px}
button.main{background:#0f4c53;border-color:#0f4c53;color:#fff}</style></head><body><main>
<p class="test">Test mode: this page stands in for PayPal. No money moves.</p>${body}</main></body></html>`;
