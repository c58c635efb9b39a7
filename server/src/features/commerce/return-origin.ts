const isLoopback = (url: URL): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(url.hostname);

/**
 * Where a buyer comes back to from the provider's page: to the public address. In test mode on one's own machine to
 * the address that the buyer uses: whoever opened it as 127.0.0.1 has no session at localhost.
 */
export function returnOrigin(
  publicUrl: string,
  request: { readonly protocol: string; readonly host: string },
  isTestMode: boolean,
): string {
  const asked = `${request.protocol}://${request.host}`;
  if (!isTestMode || !URL.canParse(asked)) return publicUrl;
  const used = new URL(asked);
  return isLoopback(used) && isLoopback(new URL(publicUrl)) ? used.origin : publicUrl;
}
