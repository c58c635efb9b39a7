import type { Actor } from '../accounts/actor.ts';

export interface Owned {
  readonly ownerId: string;
  readonly ownableType: 'User' | 'ProgramDirector';
}
type Who = Pick<Actor, 'userId' | 'role'>;

/** As whom somebody writes. */
export const ownableTypeOf = (actor: Pick<Actor, 'role'>): Owned['ownableType'] =>
  actor.role === 'program_director' ? 'ProgramDirector' : 'User';

/** An own topic, in the role in which it was written. */
export const mayEdit = (actor: Who, topic: Owned): boolean =>
  topic.ownerId === actor.userId && topic.ownableType === ownableTypeOf(actor);

/** Directors keep order in the topics of their program; everybody else deletes an own User topic. */
export const mayDelete = (actor: Who, topic: Owned): boolean =>
  actor.role === 'program_director' || mayEdit(actor, topic);

/** A comment is deleted by its owner alone; directors hide. */
export const mayDeleteComment = (actor: Who, comment: { ownerId: string }): boolean =>
  comment.ownerId === actor.userId;
export const mayHide = (actor: Who): boolean => actor.role === 'program_director';
