import { useState } from 'react';
import { newId } from './new-id.ts';

/**
 * The id of what a form makes. The same content keeps it, so that the server stores once what is sent again; other content
 * gets another one. `kept`: the id with which unsent content was kept.
 */
export function useSentId(content: unknown, kept?: string): string {
  const text = JSON.stringify(content);
  const [made, setMade] = useState({ id: kept ?? newId(), text });
  if (made.text === text) return made.id;
  const next = { id: newId(), text };
  setMade(next);
  return next.id;
}
