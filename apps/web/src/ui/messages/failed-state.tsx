import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { EmptyState } from './empty-state.tsx';
import { BuoyPicture } from '../pictures/buoy.tsx';

/** Shown in place of content that could not be loaded. */
export function FailedState({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
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
