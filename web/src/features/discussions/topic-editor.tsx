import { Button, Input, Skeleton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Topic } from '@vesalius/contract/discussions';
import { TOPIC_TITLE_MAX_LENGTH } from '@vesalius/contract/discussions-limits';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditedMeanwhile } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { keyOf, keysUnder } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { keepUnsent, readUnsent } from '../../lib/unsent.ts';
import { useSentId } from '../../lib/use-sent-id.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { notifyError } from '../../ui/notify.ts';
import { OWN_DIRECTION } from '../../ui/own-direction.ts';
import { useAct } from '../../ui/use-act.ts';
import { discussionsApi, topicOptions } from './api.ts';
import { EditedMeanwhile } from './edited-meanwhile.tsx';
import { PagePicker, type PickedPage } from './page-picker.tsx';
import classes from './topic-editor.module.css';

const RichText = lazyPart(() => import('./rich-text.tsx'));

interface Written {
  readonly id?: string;
  readonly title: string;
  readonly content: string;
  readonly link: PickedPage | null;
  readonly version: number;
}

/** Adds a topic, or edits one of the user's own. Title and content are required. */
export function TopicEditor({
  programId,
  topic,
  onSaved,
  onCancel,
}: {
  programId: string;
  topic: Topic | null;
  onSaved: (topicId: string) => void;
  onCancel: () => void;
}) {
  const { t, i18n } = useTranslation('discussions');
  const session = useSession();
  const queryClient = useQueryClient();
  const form = `topic:${programId}:${topic?.id ?? 'new'}`;
  const [unsent] = useState(() => readUnsent<Written>(form));
  const [title, setTitle] = useState(unsent?.title ?? topic?.title ?? '');
  const [content, setContent] = useState(unsent?.content ?? topic?.content ?? '');
  const [link, setLink] = useState<PickedPage | null>(unsent ? unsent.link : (topic?.page_link ?? null));
  // The unsent text is based on this version: if the topic was saved meanwhile, the form asks.
  const [start, setStart] = useState(unsent && topic ? { ...topic, version: unsent.version } : topic);
  const isChanged = title !== (start?.title ?? '') || content !== (start?.content ?? '');
  const id = useSentId({ title, content, link }, unsent?.id);
  useUnsent(
    form,
    isChanged ? ({ id, title, content, link, version: start?.version ?? 0 } satisfies Written) : null,
  );
  const [theirs, setTheirs] = useState<Topic | null>(null);
  const [tried, setTried] = useState(false);

  const save = useAct(
    (version: number | undefined) => {
      const page_link = link && { book_id: link.book_id, page: link.page };
      const text = { title, content, page_link };
      if (!topic)
        return discussionsApi.createTopic({ params: { id: programId }, body: { topic: { ...text, id } } });
      const params = { id: programId, topicId: topic.id };
      const body = { topic: { ...text, ...(version === undefined ? {} : { version }) } };
      return session?.role === 'program_director'
        ? discussionsApi.replaceTopic({ params, body })
        : discussionsApi.updateTopic({ params, body });
    },
    t(topic ? 'updated' : 'added'),
    {
      done: (saved) => {
        keepUnsent(form, null);
        queryClient.setQueryData(keyOf('discussions', 'topic', saved.id), saved);
        onSaved(saved.id);
      },
      complain: (error) => {
        if (!topic || !isEditedMeanwhile(error)) return false;
        const latest = { ...topicOptions(programId, topic.id), staleTime: 0 };
        queryClient
          .fetchQuery(latest)
          .then(setTheirs, async (failure) => notifyError(await errorText(failure, i18n.language)));
        return true;
      },
      isOnce: !topic,
      refresh: keysUnder('discussions', 'topics', programId),
    },
  );
  const takeTheirs = (other: Topic) => {
    setTitle(other.title);
    setContent(other.content);
    setLink(other.page_link);
    setStart(other);
    setTheirs(null);
  };
  const noTitle = tried && title.trim() === '';
  const noContent = tried && content.trim() === '';

  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (title.trim() && content.trim()) save.mutate(start?.version);
      }}
    >
      {theirs && (
        <EditedMeanwhile
          theirs={theirs}
          onTake={() => takeTheirs(theirs)}
          onKeep={() => {
            setTheirs(null);
            save.mutate(theirs.version);
          }}
        />
      )}
      <TextInput
        label={t('editor.title')}
        value={title}
        required
        attributes={OWN_DIRECTION}
        maxLength={TOPIC_TITLE_MAX_LENGTH}
        error={noTitle ? t('editor.titleRequired') : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Input.Wrapper
        label={t('editor.content')}
        labelElement="div"
        required
        error={noContent ? t('editor.contentRequired') : undefined}
      >
        <Suspense fallback={<Skeleton h={320} />}>
          <RichText
            key={start?.version ?? 'new'}
            value={content}
            label={t('editor.content')}
            invalid={noContent}
            onChange={setContent}
          />
        </Suspense>
      </Input.Wrapper>
      <PagePicker programId={programId} value={link} onChange={setLink} />
      <div className={classes.foot}>
        <Button type="submit" loading={save.isPending}>
          {t(topic ? 'editor.save' : 'editor.publish')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            keepUnsent(form, null);
            onCancel();
          }}
        >
          {t('editor.cancel')}
        </Button>
      </div>
    </form>
  );
}
