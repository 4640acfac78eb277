import { useTranslation } from '../../locales/use-translation.ts';
import { isRefusal } from '../../lib/api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { FailedState } from './failed-state.tsx';

/** Shown in the back office in place of content that could not be loaded, or that the reader's role may not see. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('admin');
  if (isRefusal(error, 'noPermission')) return <EmptyState text={t('frame.notAllowed')} />;
  return <FailedState onRetry={onRetry} />;
}
