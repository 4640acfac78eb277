import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../lib/api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { BuoyPicture } from './pictures/buoy.tsx';

/** Stands where a list would be when it could not be loaded, or may not be by the reader's role. */
export function FailedState({ error, onRetry }: { error?: unknown; onRetry: () => void }) {
  const { t, i18n } = useTranslation();
  // Only admins have a role, and with it these words.
  if (isRefusal(error, 'noPermission') && i18n.hasLoadedNamespace('admin'))
    return <EmptyState text={i18n.t('frame.notAllowed', { ns: 'admin' })} />;
  return (
    <EmptyState
      picture={<BuoyPicture size={92} />}
      text={t('shell.failedToLoad')}
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
}
