import type { UserStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';

/** That the user of a conversation is blocked or closed; nothing of an active one. */
export function UnusualStatus({ status }: { status: UserStatus }) {
  const { t } = useTranslation('admin');
  if (status === 'active') return null;
  return (
    <StatusBadge tone={status === 'frozen' ? 'bad' : 'neutral'}>{t(`users.status.${status}`)}</StatusBadge>
  );
}
