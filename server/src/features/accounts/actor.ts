import type { Role } from '@vesalius/contract/calls';
import type { PreviewReader } from '@vesalius/contract/studio-limits';

/** The signed-in caller. Loaded once per request, from the token. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly isBeta: boolean;
  /** The running institutions in which the user has a usable seat. */
  readonly institutionIds: readonly string[];
  readonly language: string;
  readonly timeZone: string;
  /** Staff only: the user has not turned on the second factor. */
  readonly lacksSecondFactor?: boolean;
  /** The caller's network, for fair queuing. */
  readonly site?: string;
  /** Nobody's account: a user who looks at the preview of a work as one of its readers. */
  readonly preview?: { readonly bookId: string; readonly as: PreviewReader };
}
