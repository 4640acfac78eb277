import { lazy, Suspense } from 'react';

/** The code's arithmetic is heavier than the page that shows it: its place is kept until it is there. */
const QrDrawing = lazy(() => import('./qr-drawing.tsx'));

export const QrCode = ({ text }: { text: string }) => (
  <Suspense fallback={<svg viewBox="0 0 1 1" aria-hidden aria-busy />}>
    <QrDrawing text={text} />
  </Suspense>
);
