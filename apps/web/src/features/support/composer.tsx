import { ActionIcon, Textarea, CloseButton } from '@mantine/core';
import { IconSend2, IconPhoto } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './support.module.css';
import { IMAGE_TYPES, imageProblem } from '../../lib/format/field-rules.ts';
import { BytesImage } from './message-list.tsx';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { withoutSent } from '../../lib/format/without-sent.ts';

const LONGEST_MESSAGE = 2_000;

/** The message field; readers who may send images choose or paste them here. */
export function Composer({
  takesImages = true,
  renderTools,
  ...calls
}: SendMessage & {
  takesImages?: boolean;
  /** What puts a text into the field, after what is written there. */
  renderTools?: (put: (text: string) => void) => ReactNode;
}) {
  const { t } = useTranslation('service');
  const draft = useDraft(calls);
  const isWritten = draft.text.trim() !== '';
  useUnsaved(() => !draft.isEmpty);

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
    <>
      {renderTools?.((text) => draft.setText(isWritten ? `${draft.text.trimEnd()}\n${text}` : text))}
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
    </>
  );
}

type Props = {
  onAttach: (file: File | undefined) => void;
  /** Called instead of choosing an image if the reader may not send any yet. */
  onRefused: (() => void) | null;
};

/** Opens the browser's choice of files. */
function AttachButton({ onAttach, onRefused }: Props) {
  const { t } = useTranslation('service');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join()}
        aria-label={t('support.image.attach')}
        onChange={({ currentTarget }) => {
          onAttach(currentTarget.files?.[0]);
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
        onClick={onRefused ?? (() => input.current?.click())}
      >
        <IconPhoto size={22} stroke={1.6} />
      </ActionIcon>
    </>
  );
}

/** An attached image that can still be removed. */
function AttachedImage({ image, onRemove }: { image: File; onRemove: () => void }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.attached}>
      <BytesImage className={classes.preview} bytes={image} alt="" />
      <span className={classes.name}>{image.name}</span>
      <CloseButton size="sm" aria-label={t('support.image.remove')} onClick={onRemove} />
    </div>
  );
}

type SendMessage = {
  sendText: (text: string) => Promise<unknown>;
  sendImage: (image: File) => Promise<unknown>;
};

/**
 * A message that is being written. An image is sent first; only what was sent is cleared, so a failure keeps the rest,
 * and what was added meanwhile stays.
 */
function useDraft({ sendText, sendImage }: SendMessage) {
  const [text, setText] = useState('');
  const [image, setImage] = useState<File | null>(null);
  const [problem, setProblem] = useState<'type' | 'size' | 'buyersOnly' | null>(null);
  const isEmpty = text.trim() === '' && image === null;

  const action = useThrottledAction(async () => {
    if (image) {
      await sendImage(image);
      setImage((now) => (now === image ? null : now));
    }
    setProblem(null);
    if (text.trim() !== '') {
      await sendText(text);
      setText((now) => withoutSent(now, text));
    }
  }, image ?? text);

  function attach(chosen: File | undefined): void {
    if (!chosen) return;
    const found = imageProblem(chosen);
    setProblem(found);
    setImage(found === null ? chosen : null);
  }

  return {
    text,
    setText,
    image,
    attach,
    removeImage: () => setImage(null),
    refuseImage: () => setProblem('buyersOnly'),
    problem,
    isEmpty,
    action,
    send: () => {
      if (!isEmpty) void action.run();
    },
  };
}
