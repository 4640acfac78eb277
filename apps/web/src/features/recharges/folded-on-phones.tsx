import type { ReactNode } from 'react';
import { currentArea } from '../../lib/browser/current-area.ts';
import classes from './folded-on-phones.module.css';

type Props = { summary: string; children: ReactNode };

/** A QR code: nobody scans the screen that they hold, so on a phone it is folded, for another device. */
export function FoldedOnPhones({ summary, children }: Props) {
  if (currentArea() === '/client') return children;
  return (
    <details className={classes.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
