import { ActionIcon, Textarea } from '@mantine/core';
import { IconPhoto, IconSend2 } from '@tabler/icons-react';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { AttachedImage } from './attached-image.tsx';
import classes from './composer.module.css';
import { IMAGE_TYPES, imageProblem } from '../../lib/image-problem.ts';

const LONGEST_MESSAGE = 2_000;

type Props = {
  sendText: (text: string) => Promise<unknown>;
  sendImage: (image: File) => Promise<unknown>;
};

/** Where a message is written; an image is chosen or pasted, and goes first. */
export function Composer({ sendText, sendImage }: Props) {
  const { t } = useTranslation('service');
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [image, setImage] = useState<File | null>(null);
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);
  const isEmpty = text.trim() === '' && image === null;

  const send = useThrottledAction(async () => {
    if (image) {
      await sendImage(image);
      setImage(null);
    }
    if (text.trim() !== '') {
      await sendText(text);
      setText('');
    }
  });

  function attach(chosen: File | undefined) {
    if (!chosen) return;
    const found = imageProblem(chosen);
    setProblem(found);
    setImage(found === null ? chosen : null);
  }

  function paste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    attach(pasted);
  }

  /** Enter sends, with Shift it breaks the line; while characters are being composed it chooses one. */
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isEmpty) void send.run();
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void send.run();
      }}
    >
      {image && <AttachedImage image={image} onRemove={() => setImage(null)} />}
      {problem && (
        <p role="alert" className={classes.problem}>
          {t(`support.image.${problem}`)}
        </p>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept={IMAGE_TYPES.join()}
        aria-label={t('support.image.attach')}
        onChange={({ currentTarget }) => {
          attach(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={42}
        aria-label={t('support.image.attach')}
        title={t('support.image.attach')}
        onClick={() => file.current?.click()}
      >
        <IconPhoto size={22} stroke={1.6} />
      </ActionIcon>
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
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={sendOnEnter}
        onPaste={paste}
      />
      <ActionIcon
        type="submit"
        size={42}
        aria-label={t('support.send')}
        loading={send.isRunning}
        disabled={isEmpty || send.isDisabled}
      >
        <IconSend2 size={20} />
      </ActionIcon>
    </form>
  );
}
