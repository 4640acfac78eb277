import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { useIsOnline } from '../../lib/browser/network.ts';
import { BuoyPicture } from '../pictures/pictures.tsx';
import { isRefusal } from '../../lib/api/api-error.ts';

type Props = { picture?: ReactNode; title?: ReactNode; text: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: a picture, a sentence and a next step. */
export const EmptyState = ({ picture, title, text, action }: Props) => (
  <div className={classes.state}>
    {picture}
    {title && <strong className={classes.title}>{title}</strong>}
    <p className={classes.text}>{text}</p>
    {action}
  </div>
);

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

/** Shown in the back office in place of content that could not be loaded, or that the reader's role may not see. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('admin');
  if (isRefusal(error, 'noPermission')) return <EmptyState text={t('frame.notAllowed')} />;
  return <FailedState onRetry={onRetry} />;
}
