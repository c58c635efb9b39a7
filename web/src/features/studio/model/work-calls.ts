import type { Work } from '@vesalius/contract/studio';
import { studioApi } from '../api.ts';

type Api = typeof studioApi;
type BodyOf<Name extends keyof Api> = Parameters<Api[Name]>[0] extends { body: infer Body } ? Body : never;
type AnswerOf<Name extends keyof Api> = ReturnType<Api[Name]>;

/** The calls of one work that its store makes. */
export interface WorkCalls {
  read(): Promise<Pick<Work, 'manifest' | 'version' | 'steps' | 'publication' | 'may_edit'>>;
  change(body: BodyOf<'changeWork'>): AnswerOf<'changeWork'>;
  undo(body: BodyOf<'undoWorkChange'>): AnswerOf<'undoWorkChange'>;
  changesSince(version: number): AnswerOf<'listWorkChanges'>;
}

export const workCalls = (id: string): WorkCalls => ({
  read: () => studioApi.getWork({ params: { id } }),
  change: (body) => studioApi.changeWork({ params: { id }, body }),
  undo: (body) => studioApi.undoWorkChange({ params: { id }, body }),
  changesSince: (since) => studioApi.listWorkChanges({ params: { id }, query: { since } }),
});
