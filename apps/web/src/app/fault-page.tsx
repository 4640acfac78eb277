import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { BuoyPicture } from '../ui/pictures/buoy.tsx';

/** The last resort: a page that broke, or whose code could not be loaded. */
export function FaultPage() {
  const { t } = useTranslation();
  return (
    <Notice
      picture={<BuoyPicture />}
      title={t('shell.fault.title')}
      text={t('shell.fault.text')}
      action={<Button onClick={() => location.reload()}>{t('shell.fault.reload')}</Button>}
    />
  );
}
