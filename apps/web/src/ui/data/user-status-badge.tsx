import type { UserStatus } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const TONES = { active: 'good', frozen: 'bad', closed: 'neutral' } satisfies Record<UserStatus, Tone>;

export const USER_STATUSES = Object.keys(TONES) as UserStatus[];

export function UserStatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation();
  return <StatusBadge tone={TONES[status]}>{t(`users.status.${status}`)}</StatusBadge>;
}
