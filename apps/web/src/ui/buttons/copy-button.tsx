import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { copyText } from '../../lib/browser/save-file.ts';
import { toastFailure } from '../messages/toasts.tsx';

const SHOWN_MS = 1_600;

type Props = {
  /** A function runs when the reader copies. */
  text: string | (() => string | Promise<string>);
  label?: string;
  /** Accessible name, where several copy buttons appear together. */
  name?: string;
};

/** Copies a text: an icon button, or a labelled button where `label` is given. */
export function CopyButton({ text, label, name: ownName }: Props) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    try {
      if (!(await copyText(typeof text === 'string' ? text : text()))) return;
      setIsCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsCopied(false), SHOWN_MS);
    } catch {
      toastFailure('copy', t('shell.copyFailed'));
    }
  }

  const shown = isCopied ? t('shell.copied') : (label ?? t('shell.copy'));
  const name = isCopied ? shown : (ownName ?? shown);
  const icon = isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  if (label !== undefined)
    return (
      <Button variant="default" size="xs" leftSection={icon} aria-label={name} onClick={() => void copy()}>
        {shown}
      </Button>
    );
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={name} title={name} onClick={() => void copy()}>
      {icon}
    </ActionIcon>
  );
}

type ShareButtonProps = { label: string; title: string; url: string; variant?: string };

/** Shares a link with other apps; shown only where the browser can, as phones do. */
export function ShareButton({ label, title, url, variant = 'filled' }: ShareButtonProps) {
  if (!('share' in navigator)) return null;
  // Closing the share sheet is not a failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <Button size="xs" variant={variant} leftSection={<IconShare size={16} />} onClick={() => void share()}>
      {label}
    </Button>
  );
}
