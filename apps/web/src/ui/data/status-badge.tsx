import type { ReactNode } from 'react';
import classes from './status-badge.module.css';
import type { UserStatus } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';

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

const TONES = { active: 'good', frozen: 'bad', closed: 'neutral' } satisfies Record<UserStatus, Tone>;

export const USER_STATUSES = Object.keys(TONES) as UserStatus[];

export function UserStatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation();
  return <StatusBadge tone={TONES[status]}>{t(`users.status.${status}`)}</StatusBadge>;
}
