import classes from './qr-tile.module.css';
import { lazy } from 'react';
import { AfterContent } from '../messages/block-boundary.tsx';

/** A QR code on a white tile that fills its container. `label` says for screen readers what the code is for. */
export const QrTile = ({ text, label }: { text: string; label: string }) => (
  <figure className={classes.tile} aria-label={label}>
    <QrCode text={text} />
  </figure>
);

/** The encoder comes after the content, which names in words what the code holds; an empty square keeps its place. */
const QrDrawing = lazy(() => import('./qr-drawing.tsx'));

const place = <svg viewBox="0 0 1 1" aria-hidden aria-busy />;

export const QrCode = ({ text }: { text: string }) => (
  <AfterContent before={place}>
    <QrDrawing text={text} />
  </AfterContent>
);
