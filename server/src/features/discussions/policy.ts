import type { Actor } from '../accounts/actor.ts';

export interface Owned {
  readonly ownerId: string;
  readonly ownableType: 'User' | 'ProgramDirector';
}
type Who = Pick<Actor, 'userId' | 'role'>;

/** The role in which the user writes. */
export const ownableTypeOf = (actor: Pick<Actor, 'role'>): Owned['ownableType'] =>
  actor.role === 'program_director' ? 'ProgramDirector' : 'User';

/** Own topics, in the role in which they were written. */
export const mayEdit = (actor: Who, topic: Owned): boolean =>
  topic.ownerId === actor.userId && topic.ownableType === ownableTypeOf(actor);

/** Directors may delete any topic of their program; other users only their own. */
export const mayDelete = (actor: Who, topic: Owned): boolean =>
  actor.role === 'program_director' || mayEdit(actor, topic);

/** Only the owner deletes a comment; directors hide it. */
export const mayDeleteComment = (actor: Who, comment: { ownerId: string }): boolean =>
  comment.ownerId === actor.userId;
export const mayHide = (actor: Who): boolean => actor.role === 'program_director';
