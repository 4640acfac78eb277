import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { FailedState } from '../../../ui/messages/failed-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ShieldPicture } from './shield-picture.tsx';
import classes from './two-factor-panel.module.css';

const TurnOnSheet = lazy(() => import('./turn-on-two-factor.tsx'));
const TurnOffSheet = lazy(() => import('./turn-off-two-factor.tsx'));
const RenewSheet = lazy(() => import('./renew-recovery-codes.tsx'));

/** Two-factor authentication: its state, and turning it on or off. */
export function TwoFactorPanel() {
  const { t } = useTranslation('service');
  const { data, isError, refetch } = useQuery(query('readIdentity'));
  const [isOpen, setIsOpen] = useState(false);
  const [isRenewing, setIsRenewing] = useState(false);
  const isOn = data?.two_factor;
  const close = (): void => {
    setIsOpen(false);
    void refetch();
  };
  const Sheet = isOn ? TurnOffSheet : TurnOnSheet;
  if (isError && !data)
    return (
      <Panel title={t('security.twoFactor.title')}>
        <FailedState onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <Panel
      title={t('security.twoFactor.title')}
      aside={
        isOn !== undefined && (
          <StatusBadge tone={isOn ? 'good' : 'neutral'}>
            {t(isOn ? 'security.twoFactor.on' : 'security.twoFactor.off')}
          </StatusBadge>
        )
      }
    >
      <div className={classes.row}>
        <ShieldPicture isOn={isOn === true} />
        <div className={classes.words}>
          <p className={classes.text}>{t('security.twoFactor.text')}</p>
          {isOn && (
            <p className={classes.text}>{t('security.recovery.left', { count: data.recovery_codes })}</p>
          )}
          {isOn === undefined ? (
            <Skeleton height={36} width={140} />
          ) : (
            <Group gap="sm">
              <Button variant={isOn ? 'default' : 'filled'} onClick={() => setIsOpen(true)}>
                {t(isOn ? 'security.twoFactor.turnOff' : 'security.twoFactor.turnOn')}
              </Button>
              {isOn && (
                <Button variant="default" onClick={() => setIsRenewing(true)}>
                  {t('security.recovery.renew')}
                </Button>
              )}
            </Group>
          )}
        </div>
      </div>
      <Suspense>
        {isOpen && <Sheet onClose={close} />}
        {isRenewing && <RenewSheet onClose={() => setIsRenewing(false)} />}
      </Suspense>
    </Panel>
  );
}
