import { Button } from '@mantine/core';
import { IconDeviceMobileDown } from '@tabler/icons-react';
import { install, useWayToInstall } from '../../lib/browser/install-offer.ts';
import { useSiteName } from '../../lib/browser/page-data.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './profile.module.css';

/** Installs the shop as an app, where the browser can; the only place that offers it. */
export function InstallPanel() {
  const { t } = useTranslation('service');
  const name = useSiteName(useLanguage());
  const way = useWayToInstall();
  if (way === null) return null;
  return (
    <Panel title={t('app.title', { name })}>
      <p className={classes.lede}>{t('app.lede')}</p>
      {way === 'offered' ? (
        <Button
          variant="default"
          leftSection={<IconDeviceMobileDown size={17} stroke={1.8} aria-hidden />}
          onClick={() => void install()}
        >
          {t('app.install')}
        </Button>
      ) : (
        <p>{t('app.shareMenu')}</p>
      )}
    </Panel>
  );
}
