import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { useIsOnline } from '../../lib/browser/use-is-online.ts';
import { EmptyState } from './empty-state.tsx';
import { BuoyPicture } from '../pictures/buoy.tsx';

/** Shown in place of content that could not be loaded. */
export function FailedState({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <EmptyState
      picture={<BuoyPicture size={92} />}
      text={t(isOnline ? 'shell.failedToLoad' : 'shell.failedOffline')}
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
}
