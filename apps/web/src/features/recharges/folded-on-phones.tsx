import type { ReactNode } from 'react';
import { currentArea } from '../../lib/browser/current-area.ts';
import { Folded } from '../../ui/layout/folded.tsx';

type Props = { summary: string; children: ReactNode };

/** A QR code: nobody scans the screen that they hold, so on a phone it is folded, for another device. */
export const FoldedOnPhones = ({ summary, children }: Props) =>
  currentArea() === '/client' ? children : <Folded summary={summary}>{children}</Folded>;
