/** The statuses of gateways whose server is unreachable. */
const GATEWAY_ERRORS = [502, 503, 504];

/**
 * Returns the server's page if it answers, so that a new build takes effect immediately; the cached page if it does not answer in
 * time. Without a cached page it keeps waiting.
 */
export async function serverFirst(
  asked: Promise<Response>,
  kept: () => Promise<Response | undefined>,
  patienceMs: number,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const given = await Promise.race([asked.catch(() => null), late]);
  if (given && !GATEWAY_ERRORS.includes(given.status)) return given;
  return (await kept()) ?? given ?? asked;
}
