import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './two-factor.module.css';
import { Picture } from '../../../ui/pictures/pictures.tsx';

const loadSheets = () => import('./two-factor-sheets.tsx');
const TurnOnSheet = lazy(async () => ({ default: (await loadSheets()).TurnOnTwoFactor }));
const TurnOffSheet = lazy(async () => ({ default: (await loadSheets()).TurnOffTwoFactor }));
const RenewSheet = lazy(async () => ({ default: (await loadSheets()).RenewRecoveryCodes }));

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
          <p className={classes.twoFactorPanelText}>{t('security.twoFactor.text')}</p>
          {isOn && (
            <p className={classes.twoFactorPanelText}>
              {t('security.recovery.left', { count: data.recovery_codes })}
            </p>
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

/** A shield, open or locked. */
const ShieldPicture = ({ isOn, size = 84 }: { isOn: boolean; size?: number }) => (
  <Picture viewBox="0 0 84 96" width={size}>
    <path
      d="M42 6 74 16v28c0 22-13 36-32 46C23 80 10 66 10 44V16z"
      fill={isOn ? 'var(--tint)' : 'var(--wash)'}
    />
    <path d="M42 16 65 23v21c0 16-9 27-23 35-14-8-23-19-23-35V23z" fill="var(--ground)" />
    {isOn ? (
      <path d="m31 47 8 8 15-17" stroke="var(--signal)" strokeWidth="5" />
    ) : (
      <path d="M30 38v12M42 38v12M54 38v12" strokeDasharray="1 5" strokeWidth="4" opacity=".5" />
    )}
  </Picture>
);
