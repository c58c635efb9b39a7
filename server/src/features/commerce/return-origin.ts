const isLoopback = (url: URL): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(url.hostname);

/**
 * The origin to which the provider's page returns the buyer: the public address. In test mode on a local machine it
 * is the address that the buyer uses: a buyer at 127.0.0.1 has no session at localhost.
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
