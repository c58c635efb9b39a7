/** Whether PayPal brought the browser back to this path with an approval: what became of it is seen after signing in. */
export function isPaymentReturn(path: string | undefined): boolean {
  const [pathname = '', search = ''] = path?.split('?') ?? [];
  return pathname.endsWith('/checkout') && new URLSearchParams(search).get('paypal') === 'approved';
}
