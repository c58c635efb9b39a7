import { defineCalls } from './calls.ts';

/** What staff do with money: prices, promo codes, payments, refunds, reconciliation with the providers, sales. */
export const commerceAdminCalls = defineCalls({
  listPrices: { method: 'GET', path: '/prices', portals: ['admin'] },
  updatePrice: { method: 'PUT', path: '/prices/:id', portals: ['admin'] },
  listPromoCodes: { method: 'GET', path: '/promo_codes', portals: ['admin'] },
  createPromoCode: { method: 'POST', path: '/promo_codes', portals: ['admin'] },
  endPromoCode: { method: 'POST', path: '/promo_codes/:id/end', portals: ['admin'] },
  reopenPromoCode: { method: 'POST', path: '/promo_codes/:id/reopen', portals: ['admin'] },
  /** The uses of a code, newest first. */
  listPromoCodeUses: { method: 'GET', path: '/promo_codes/:id/uses', portals: ['admin'] },
  listAllPayments: { method: 'GET', path: '/payments', portals: ['admin'] },
  downloadPayments: { method: 'GET', path: '/payments/export', portals: ['admin'] },
  getReceipt: { method: 'GET', path: '/payments/:id/receipt', portals: ['admin'] },
  getRefundable: { method: 'GET', path: '/payments/:id/refunds', portals: ['admin'] },
  refundPayment: { method: 'POST', path: '/payments/:id/refunds', portals: ['admin'] },
  getSales: { method: 'GET', path: '/sales', portals: ['admin'] },
  downloadSales: { method: 'GET', path: '/sales/export', portals: ['admin'] },
  listDifferences: { method: 'GET', path: '/reconciliation', portals: ['admin'] },
  runReconciliation: { method: 'POST', path: '/reconciliation', portals: ['admin'] },
  getTestClock: { method: 'GET', path: '/test_clock', portals: ['admin'] },
  advanceTestClock: { method: 'POST', path: '/test_clock', portals: ['admin'] },
});
