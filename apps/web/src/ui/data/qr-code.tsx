import { lazy } from 'react';
import { AfterContent } from '../../lib/api/after-content.tsx';

/** The QR encoder is loaded lazily; an empty square keeps its place meanwhile. */
const QrDrawing = lazy(() => import('./qr-drawing.tsx'));

const place = <svg viewBox="0 0 1 1" aria-hidden aria-busy />;

export const QrCode = ({ text }: { text: string }) => (
  <AfterContent before={place}>
    <QrDrawing text={text} />
  </AfterContent>
);
