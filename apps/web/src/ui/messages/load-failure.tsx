import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { FailedState } from './failed-state.tsx';

/** Stands in the back office where a list could not be loaded, or may not be by the reader's role. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('admin');
  if (isRefusal(error, 'noPermission')) return <EmptyState text={t('frame.notAllowed')} />;
  return <FailedState onRetry={onRetry} />;
}
