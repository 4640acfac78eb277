import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { AttachButton } from './attach-button.tsx';
import { AttachedImage } from './attached-image.tsx';
import classes from './composer.module.css';
import { useDraft, type SendMessage } from './use-draft.ts';

const LONGEST_MESSAGE = 2_000;

/** Where a message is written; an image is chosen or pasted where the reader may send any. */
export function Composer({ takesImages = true, ...calls }: SendMessage & { takesImages?: boolean }) {
  const { t } = useTranslation('service');
  const draft = useDraft(calls);

  function paste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    if (takesImages) draft.attach(pasted);
    else draft.refuseImage();
  }

  /** Enter sends, Shift and Enter breaks the line; while an input method composes, Enter chooses a character. */
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    draft.send();
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        draft.send();
      }}
    >
      {draft.image && <AttachedImage image={draft.image} onRemove={draft.removeImage} />}
      {draft.problem && (
        <p role="alert" className={classes.problem}>
          {t(`support.image.${draft.problem}`)}
        </p>
      )}
      <AttachButton onAttach={draft.attach} onRefused={takesImages ? null : draft.refuseImage} />
      <Textarea
        className={classes.text}
        aria-label={t('support.write')}
        placeholder={t('support.write')}
        autosize
        minRows={1}
        maxRows={6}
        size="md"
        maxLength={LONGEST_MESSAGE}
        enterKeyHint="send"
        value={draft.text}
        onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
        onKeyDown={sendOnEnter}
        onPaste={paste}
      />
      <ActionIcon
        type="submit"
        size={42}
        aria-label={t('support.send')}
        loading={draft.action.isRunning}
        disabled={draft.isEmpty || draft.action.isDisabled}
      >
        <IconSend2 size={20} />
      </ActionIcon>
    </form>
  );
}
