import { lazy, Suspense } from 'react';

/** The QR encoder is loaded lazily; an empty square keeps its place meanwhile. */
const QrDrawing = lazy(() => import('./qr-drawing.tsx'));

export const QrCode = ({ text }: { text: string }) => (
  <Suspense fallback={<svg viewBox="0 0 1 1" aria-hidden aria-busy />}>
    <QrDrawing text={text} />
  </Suspense>
);
