import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { connectToasts } from './toasts.tsx';

const SHOWN_MS = 5_000;

/** Where toasts appear. Mount once. */
export function ToastHost() {
  useEffect(() => connectToasts((toast) => void notifications.show({ ...toast, autoClose: SHOWN_MS })), []);
  return <Notifications position="top-center" limit={3} />;
}
