import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { FailedState } from '../ui/failed-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { BuoyPicture } from '../ui/pictures/buoy.tsx';

/** The last resort: a page that broke, or whose code could not be loaded. */
export function FaultPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isNotLoaded(error)) return <UnloadedPage />;
  return (
    <Notice
      picture={<BuoyPicture />}
      title={t('shell.fault.title')}
      text={t('shell.fault.text')}
      action={<Button onClick={() => location.reload()}>{t('shell.fault.reload')}</Button>}
    />
  );
}

/** As browsers say that a script of ours or a sheet did not arrive; each has words of its own. */
const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload css/i.test(error.message);

/** Opens by itself when there is a network again. */
function UnloadedPage() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const open = () => void navigate({ pathname, search, hash }, { replace: true });
  const openNow = useEffectEvent(open);
  useEffect(() => {
    const onOnline = () => openNow();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return <FailedState onRetry={open} />;
}
