import { QrCode } from './qr-code.tsx';
import classes from './qr-tile.module.css';

/** A QR code on a white tile that fills its container. `label` says for screen readers what the code is for. */
export const QrTile = ({ text, label }: { text: string; label: string }) => (
  <figure className={classes.tile} aria-label={label}>
    <QrCode text={text} />
  </figure>
);
