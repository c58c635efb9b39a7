import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Path, valueAt } from '@vesalius/contract/working-copy-document';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../lib/api-client.ts';
import { useAsksBeforeLeaving } from '../../../../ui/use-asks-before-leaving.ts';
import { captionsOptions, workFilesApi, workOptions } from '../../api.ts';
import { useForm } from '../../fields/form-context.ts';
import { type Cue, cuesOf, cuesToStore } from './cues.ts';

/** The delay after the last change, because each version is a file (milliseconds). */
const SAVE_AFTER_MS = 2000;

interface Draft {
  /** The file from which the captions were read, before any edits. */
  readonly file: string;
  readonly cues: readonly Cue[];
  readonly isUnsaved: boolean;
}
export type CaptionsSaving = 'saved' | 'saving' | 'unsaved' | 'failed' | 'overtaken';

/**
 * The captions of one language while they are edited. They are saved automatically: as a new file, which an operation
 * names, so that a change can be undone like any other on the desk. A file that another user named meanwhile is
 * replaced only after a question.
 */
export function useCaptions(track: Path) {
  const { workId, document, change } = useForm();
  const client = useQueryClient();
  const value = valueAt(document, [...track, 'file']);
  const file = typeof value === 'string' ? value : '';
  const { data, error, refetch } = useQuery({ ...captionsOptions(workId, file), enabled: file !== '' });
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saving, setSaving] = useState<'saving' | 'failed' | null>(null);
  const isOvertaken = draft?.isUnsaved === true && draft.file !== file;
  // Shows the captions that were read, unless there are unsaved ones.
  if (data && data.path === file && draft?.file !== file && !draft?.isUnsaved)
    setDraft({ file, cues: cuesOf(data.cues), isUnsaved: false });

  // A save may finish after the render that started it.
  const latest = useRef({ draft, file, change });
  useEffect(() => {
    latest.current = { draft, file, change };
  });
  const isBusy = useRef(false);
  const save = useRef(async (): Promise<void> => {});
  save.current = async () => {
    const { draft: sent, file: known } = latest.current;
    if (!sent?.isUnsaved || sent.file !== known || isBusy.current) return;
    isBusy.current = true;
    setSaving('saving');
    try {
      const name = client.getQueryData(captionsOptions(workId, known).queryKey)?.original_name ?? known;
      const body = { name, cues: cuesToStore(sent.cues) };
      const stored = await workFilesApi.storeWorkCaptions({ params: { id: workId }, body });
      setSaving(null);
      if (latest.current.file !== known) return;
      client.setQueryData(captionsOptions(workId, stored.path).queryKey, {
        ...{ path: stored.path, original_name: stored.original_name, cues: body.cues, problems: [] },
      });
      const next = latest.current.draft ?? sent;
      const after = { ...next, file: stored.path, isUnsaved: next.cues !== sent.cues };
      latest.current = { ...latest.current, draft: after, file: stored.path };
      setDraft(after);
      if (stored.path !== known)
        latest.current.change({ op: 'set', path: [...track, 'file'], value: stored.path });
      void client.invalidateQueries(workOptions(workId));
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setSaving('failed');
    } finally {
      isBusy.current = false;
    }
  };
  const cues = draft?.cues;
  const isUnsaved = draft?.isUnsaved ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the captions restarts the delay
  useEffect(() => {
    if (!isUnsaved || saving !== null) return;
    const timer = setTimeout(() => void save.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [cues, isUnsaved, saving]);
  // Saves at once when the user selects something else.
  useEffect(() => () => void save.current(), []);
  useAsksBeforeLeaving(isUnsaved);

  return {
    /** Null while they load. */
    cues: draft?.cues ?? null,
    problems: data?.path === draft?.file ? (data?.problems ?? []) : [],
    error: draft || data ? null : error,
    retry: () => void refetch(),
    saving: stateOf(),
    write(next: readonly Cue[]): void {
      if (saving === 'failed') setSaving(null);
      setDraft({ file: draft?.file ?? file, cues: next, isUnsaved: true });
    },
    saveNow: () => void save.current(),
    /** Resolves a conflict: saves the user's version over the other one, which can be undone. */
    keepMine: () => draft && setDraft({ ...draft, file }),
    takeTheirs: () => draft && setDraft({ ...draft, isUnsaved: false }),
  };

  function stateOf(): CaptionsSaving {
    if (isOvertaken) return 'overtaken';
    if (saving) return saving;
    return isUnsaved ? 'unsaved' : 'saved';
  }
}
