import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

/** A state in one or two words. The dot pulses while something is in progress. */
export const StatusBadge = ({
  tone,
  isLive = false,
  children,
}: {
  tone: Tone;
  isLive?: boolean;
  children: ReactNode;
}) => (
  <span className={classes.badge} data-tone={tone} data-live={isLive || undefined}>
    {children}
  </span>
);
