import type { Role } from '@vesalius/contract/calls';

/** Who is asking. Loaded once a request, from the token. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly isBeta: boolean;
  /** Of the running institutions in which the person has a seat to use. */
  readonly institutionIds: readonly string[];
  readonly language: string;
  readonly timeZone: string;
  /** Of the staff alone: signing in with one step still. */
  readonly lacksSecondFactor?: boolean;
  /** The network that the call comes from, which takes turns with others where work waits. */
  readonly site?: string;
}
