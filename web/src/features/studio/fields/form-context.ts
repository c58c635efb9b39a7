import type { Operation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { createContext, useContext } from 'react';

/** The working copy that a form changes. */
export interface FormTarget {
  readonly workId: string;
  readonly document: Fields;
  readonly mayEdit: boolean;
  readonly change: (...operations: Operation[]) => void;
}
export const FormContext = createContext<FormTarget | null>(null);
export function useForm(): FormTarget {
  const target = useContext(FormContext);
  if (!target) throw new Error('a field stands outside of a form');
  return target;
}
