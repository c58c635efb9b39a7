import type { SignedIn } from '@vesalius/contract/users';

/**
 * A session that is not remembered is known to its own tab alone. The tab that opens the link of the verification mail
 * asks the tab that registered: that one verifies with its session, and both go on signed in.
 */
const CHANNEL_NAME = 'email-verification';
type Message = { readonly token: string; readonly user?: SignedIn };

function listen(onMessage: (message: Message, channel: BroadcastChannel) => void): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }) => onMessage(data as Message, channel);
  return channel;
}

/** Until the returned function is called, `onVerified` is called if another tab of this browser can verify. */
export function askOtherTabs(token: string, onVerified: (user: SignedIn) => void): () => void {
  const channel = listen((message) => {
    if (message.token === token && message.user) onVerified(message.user);
  });
  channel?.postMessage({ token } satisfies Message);
  return () => channel?.close();
}

/** Verifies for tabs that ask, with this tab's session. A link of another account is left to its own tab. */
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
