import type { WorkPublication } from '@vesalius/contract/work-releases';
import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Dispute, Kept } from './waiting.ts';

/** `unreached`: no network. `publishing`: it waits for a publication. `failing`: the server cannot store it now. `closed`: the user may not edit any more. */
export type Saving =
  | { readonly state: 'saved'; readonly at: Date | null }
  | { readonly state: 'saving' | 'unreached' | 'publishing' | 'failing' | 'closed' };

/** `ended`: the user is no longer assigned to it. */
export type Lost = 'ended' | 'deleted';

export interface WorkSnapshot {
  /** The document, with the user's unsaved changes if the user may edit. */
  readonly document: Fields;
  readonly version: number;
  readonly saving: Saving;
  readonly disputes: readonly Dispute[];
  /** The other users at the work. */
  readonly people: readonly { readonly user_id: string; readonly name: string }[];
  /** What readers see of the book, and what they will see. */
  readonly publication: WorkPublication;
  /** Increases when undoing has put back or removed files. */
  readonly filesVersion: number;
  /** Why the work cannot be opened any more; null: it can. */
  readonly lost: Lost | null;
  readonly mayEdit: boolean;
  /** The user could edit in this tab, and may only read now. */
  readonly hasEnded: boolean;
  /** What a user who may only read wrote before, and what was not saved. */
  readonly unsaved: Kept;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}
