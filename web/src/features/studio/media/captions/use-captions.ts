import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Path, valueAt } from '@vesalius/contract/working-copy-document';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../../lib/api-client.ts';
import { useAsksBeforeLeaving } from '../../../../ui/use-asks-before-leaving.ts';
import { captionsOptions, workFilesApi, workOptions } from '../../api.ts';
import { useForm } from '../../fields/form-context.ts';
import { type Cue, cuesOf, cuesToStore } from './cues.ts';

/** After the last change: a version is a file (milliseconds). */
const SAVE_AFTER_MS = 2000;

interface Draft {
  /** The file whose captions these are, changed or not. */
  readonly file: string;
  readonly cues: readonly Cue[];
  readonly isUnsaved: boolean;
}
export type CaptionsSaving = 'saved' | 'saving' | 'unsaved' | 'failed' | 'overtaken';

/**
 * The captions of one language while they are written. They save by themselves: as a new file, which an operation names, so
 * that a change is undone like any other of the desk. What somebody else named meanwhile is not replaced unasked.
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
  // What was read, as long as nothing else was written.
  if (data && data.path === file && draft?.file !== file && !draft?.isUnsaved)
    setDraft({ file, cues: cuesOf(data.cues), isUnsaved: false });

  // A save outlives the render that began it.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the captions begins the pause anew
  useEffect(() => {
    if (!isUnsaved || saving !== null) return;
    const timer = setTimeout(() => void save.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [cues, isUnsaved, saving]);
  // Whoever selects something else has not to wait.
  useEffect(() => () => void save.current(), []);
  useAsksBeforeLeaving(isUnsaved);

  return {
    /** Null while they are read. */
    cues: draft?.cues ?? null,
    problems: data?.path === draft?.file ? (data?.problems ?? []) : [],
    error: draft ? null : error,
    retry: () => void refetch(),
    saving: stateOf(),
    write(next: readonly Cue[]): void {
      if (saving === 'failed') setSaving(null);
      setDraft({ file: draft?.file ?? file, cues: next, isUnsaved: true });
    },
    saveNow: () => void save.current(),
    /** Of two versions: the own one is saved over the other, which can be undone. */
    keepMine: () => draft && setDraft({ ...draft, file }),
    takeTheirs: () => draft && setDraft({ ...draft, isUnsaved: false }),
  };

  function stateOf(): CaptionsSaving {
    if (isOvertaken) return 'overtaken';
    if (saving) return saving;
    return isUnsaved ? 'unsaved' : 'saved';
  }
}
