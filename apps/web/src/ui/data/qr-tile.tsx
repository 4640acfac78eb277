import { QrCode } from './qr-code.tsx';
import classes from './qr-tile.module.css';

/** A QR code on a white tile, as wide as the place it stands in. `label` tells a screen reader what it is for. */
export const QrTile = ({ text, label }: { text: string; label: string }) => (
  <figure className={classes.tile} aria-label={label}>
    <QrCode text={text} />
  </figure>
);
