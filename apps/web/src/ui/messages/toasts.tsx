import { lazy, Suspense } from 'react';

const ToastHost = lazy(() => import('./toast-host.tsx'));

/** Where toasts appear. Mount once; its code loads after the first paint. */
export const Toasts = () => (
  <Suspense>
    <ToastHost />
  </Suspense>
);

/** Shows a failure. A toast with the same id is not shown twice at a time. */
export const toastFailure = (id: string, message: string): void => show(id, message, 'red.5');

export const toastSuccess = (id: string, message: string): void => show(id, message, 'green.5');

function show(id: string, message: string, color: string): void {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ id, message, color, autoClose: 5_000 }),
  );
}
