import { Button, Group, Textarea } from '@mantine/core';
import type { Note, NoteSubject } from '@portside/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { pages, queryKey } from '../../lib/api/query.ts';
import { focusNow } from '../../lib/browser/screen.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { withoutSent } from '../../lib/format/without-sent.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton } from '../../ui/buttons/throttled-button.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import classes from './timelines.module.css';

const LONGEST = 2_000;

type Props = {
  about: NoteSubject;
  /** An order's number; of anything else, its id. */
  id: string;
};

/** What colleagues wrote about a user, an order or a product, newest first, and a field for one more. */
export function Notes({ about, id }: Props) {
  const { t } = useTranslation('admin');
  const found = useInfiniteQuery(pages('listNotes', { query: { about, id } }));
  const notes = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const changed = useNotesChanged();
  return (
    <section className={classes.notes} aria-label={t('notes.title')}>
      <h3 className={classes.notesHeading}>{t('notes.title')}</h3>
      <NoteField
        label={t('notes.write')}
        text=""
        save={async (text) => {
          await call('createNote', { body: { about, id, text } });
          await changed();
        }}
      />
      {found.isError && !found.data && (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      )}
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <WrittenNote note={note} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void found.fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </section>
  );
}

function useNotesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [queryKey('listNotes'), queryKey('listUserTimeline')];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: key })));
  };
}

function WrittenNote({ note }: { note: Note }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  // false: closed again, and its button takes the focus back.
  const [isEdited, setIsEdited] = useState<boolean>();
  const changed = useNotesChanged();
  const params = { id: note.id };
  if (isEdited)
    return (
      <NoteField
        label={t('notes.change')}
        text={note.text}
        save={async (text) => {
          await call('updateNote', { params, body: { text } });
          await changed();
          setIsEdited(false);
        }}
        onCancel={() => setIsEdited(false)}
      />
    );
  return (
    <>
      <p className={classes.words}>{note.text}</p>
      <div className={classes.who}>
        <span>{note.written_by}</span>
        <time dateTime={note.created_at}>{formatDateTime(note.created_at, language)}</time>
        {note.edited_at !== null && <span>{t('notes.edited')}</span>}
        {note.is_own && (
          <>
            <Button
              ref={isEdited === false ? focusNow : null}
              variant="subtle"
              size="compact-xs"
              onClick={() => setIsEdited(true)}
            >
              {t('notes.change')}
            </Button>
            <ConfirmButton
              variant="subtle"
              size="compact-xs"
              color="red"
              question={t('notes.askDelete')}
              onConfirm={async () => {
                await call('deleteNote', { params });
                await changed();
              }}
            >
              {t('notes.delete')}
            </ConfirmButton>
          </>
        )}
      </div>
    </>
  );
}

type FieldProps = {
  label: string;
  text: string;
  save: (text: string) => Promise<void>;
  /** Of a note that is being changed: it closes once it is saved. */
  onCancel?: () => void;
};

/** Shows its button once there is something to save. */
function NoteField({ label, text: saved, save, onCancel }: FieldProps) {
  const { t } = useTranslation(['admin', 'translation']);
  // What is untouched follows the note, which its writer may change on another device, too.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  const isChanged = text.trim() !== '' && text !== saved;
  useUnsaved(() => isChanged);
  const send = useThrottledAction(async () => {
    await save(text.trim());
    setTyped((now) => withoutSent(now ?? '', text));
  }, text);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    // Words that Escape would lose take the button.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isChanged) onCancel?.();
  }
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void send.run();
      }}
    >
      <Textarea
        ref={onCancel ? focusNow : null}
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={LONGEST}
        value={text}
        readOnly={onCancel !== undefined && send.isRunning}
        // Escape would close a sheet around it, too.
        data-mantine-stop-propagation={onCancel !== undefined || undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {(isChanged || onCancel) && (
        <Group gap="xs">
          {isChanged && (
            <Button type="submit" size="xs" loading={send.isRunning}>
              {t('notes.save')}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" size="xs" onClick={onCancel}>
              {t('translation:shell.cancel')}
            </Button>
          )}
        </Group>
      )}
    </form>
  );
}
