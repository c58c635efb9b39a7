/** Whether PayPal sent the browser back to this path with an approval. Its outcome is shown after the user signs in. */
export function isPaymentReturn(path: string | undefined): boolean {
  const [pathname = '', search = ''] = path?.split('?') ?? [];
  return pathname.endsWith('/checkout') && new URLSearchParams(search).get('paypal') === 'approved';
}
