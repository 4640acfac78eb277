import { Button, CloseButton } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './toast-host.module.css';
import { connectToasts, type Toast } from './toasts.tsx';

const SHOWN_MS = 5_000;
const OFFERED_MS = 20_000;
/** Further ones wait until one of these has gone. */
const MOST_SHOWN = 3;

/**
 * Where toasts appear. Mount once. Our own: the component library's brought ten more files and 9 kB for what is a list
 * with a timer.
 */
export function ToastHost() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(() => {
    connectToasts((toast) =>
      setToasts((before) => (before.some(({ id }) => id === toast.id) ? before : [...before, toast])),
    );
  }, []);
  const close = useCallback((id: string) => setToasts((before) => before.filter((one) => one.id !== id)), []);
  // At the end of the page, so that it lies above dialogs.
  return createPortal(
    <div className={classes.place} data-toasts>
      {toasts.slice(0, MOST_SHOWN).map((toast) => (
        <ShownToast key={toast.id} toast={toast} onClose={close} />
      ))}
    </div>,
    document.body,
  );
}

/** Closes by itself, but not while somebody points at it or has its button in focus. */
function ShownToast({
  toast: { id, message, color, action },
  onClose,
}: {
  toast: Toast;
  onClose(id: string): void;
}) {
  const { t } = useTranslation();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onClose(id), action ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, action, isHeld, onClose]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return (
    // Hovering only keeps it open; the button is the control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="alert"
      className={classes.toast}
      data-color={color}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p className={classes.message}>{message}</p>
      {action && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            onClose(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={t('shell.close')} onClick={() => onClose(id)} />
    </div>
  );
}
