import type { SignedIn } from '@vesalius/contract/users';

/**
 * A session that is not remembered is known only to its own tab. So the tab that opens the verification link asks the
 * tab that registered, which verifies with its session; then both are signed in.
 */
const CHANNEL_NAME = 'email-verification';
type Message = { readonly token: string; readonly user?: SignedIn };

function listen(onMessage: (message: Message, channel: BroadcastChannel) => void): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }) => onMessage(data as Message, channel);
  return channel;
}

/** Calls `onVerified` if another tab of this browser can verify. Call the returned function to stop. */
export function askOtherTabs(token: string, onVerified: (user: SignedIn) => void): () => void {
  const channel = listen((message) => {
    if (message.token === token && message.user) onVerified(message.user);
  });
  channel?.postMessage({ token } satisfies Message);
  return () => channel?.close();
}

/** Verifies with this tab's session for tabs that ask. Ignores the link of another account. */
export function verifyForOtherTabs(verify: (token: string) => Promise<SignedIn>): () => void {
  const channel = listen(({ token, user }, open) => {
    if (user) return;
    verify(token).then(
      (verified) => open.postMessage({ token, user: verified } satisfies Message),
      () => {},
    );
  });
  return () => channel?.close();
}
