/** Gateways that stand before a server that is away. */
const AWAY = [502, 503, 504];

/**
 * The server's page whenever there is one, so that a new build is seen at once; the kept page when nobody answers in
 * time. Without a kept page the wait goes on.
 */
export async function serverFirst(
  asked: Promise<Response>,
  kept: () => Promise<Response | undefined>,
  patienceMs: number,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const given = await Promise.race([asked.catch(() => null), late]);
  if (given && !AWAY.includes(given.status)) return given;
  return (await kept()) ?? given ?? asked;
}
