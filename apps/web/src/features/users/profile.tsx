import { Button } from '@mantine/core';
import { IconDeviceMobileDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { install, useWayToInstall } from '../../lib/browser/install-offer.ts';
import { useSiteName } from '../../lib/browser/page-data.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './profile.module.css';
import { UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { useForm } from '@mantine/form';
import { call } from '../../lib/api/call.ts';
import { fieldRefusals } from '../../lib/api/api-error.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { NewPasswordFields, PasswordField } from '../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';

type Props = {
  /** Rendered beside the e-mail address. */
  atEmail: ReactNode;
};

/** The signed-in user's profile data. */
export function Profile({ atEmail }: Props) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const user = useStored((s) => s.user);
  if (!user) return null;
  return (
    <Panel title={t('profile.title')}>
      <div className={classes.head}>
        <span className={classes.initial} aria-hidden>
          {Array.from(user.username)[0]?.toUpperCase()}
        </span>
        <div>
          <div className={classes.label}>{t('profile.balance')}</div>
          <div className={`${classes.balance} figures`}>
            {formatUsdtBalance(user.balance, language)} <span className={classes.unit}>USDT</span>
          </div>
        </div>
      </div>
      <dl className={classes.facts}>
        <dt>{t('profile.username')}</dt>
        <dd>{user.username}</dd>
        <dt>{t('profile.email')}</dt>
        <dd className={classes.email}>
          <span>{user.email}</span>
          {atEmail}
        </dd>
        <dt>{t('profile.since')}</dt>
        <dd>{formatDateTime(user.created_at, language)}</dd>
        <dt>{t('profile.status')}</dt>
        <dd>
          <UserStatusBadge status={user.status} />
        </dd>
      </dl>
    </Panel>
  );
}

type Check = (value: string) => ReactNode;

type PasswordFormProps = {
  /** The sign-in forms' checks; each returns the problem, or null. */
  checks: {
    readonly old: Check;
    readonly password: Check;
    readonly confirm: (value: string, password: string) => ReactNode;
  };
  /** Called when the password is changed and all sessions have ended, this one too. */
  onChanged: () => Promise<void>;
};

const atFields = fieldRefusals({ oldPasswordWrong: 'old', passwordTooCommon: 'password' });

export function PasswordForm({ checks, onChanged }: PasswordFormProps) {
  const { t } = useTranslation(['service', 'translation']);
  const wordingOf = useFailureWording();
  const isAdmin = useStored((s) => s.user?.isAdmin === true);
  const form = useForm({
    initialValues: { old: '', password: '', confirm: '' },
    validate: {
      old: checks.old,
      password: (value, { old }) =>
        checks.password(value) ?? (value === old ? t('profile.password.unchanged') : null),
      confirm: (value, { password }) => checks.confirm(value, password),
    },
  });
  const submit = useThrottledAction(async ({ old, password }: typeof form.values) => {
    try {
      const body = { old_password: old, password };
      await call('changePassword', { body }, { quietFor: atFields.names });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    toastSuccess('password', t('profile.password.done'));
    await onChanged();
  });

  return (
    <Panel title={t('profile.password.title')}>
      <p className={classes.lede}>{t('profile.password.lede')}</p>
      <form className={classes.form} onSubmit={form.onSubmit(submit.run)} noValidate>
        <PasswordField
          label={t('translation:users.password.old')}
          autoComplete="current-password"
          {...form.getInputProps('old')}
        />
        <NewPasswordFields
          label={t('translation:sessions.field.newPassword')}
          isAdmin={isAdmin}
          password={form.getInputProps('password')}
          confirm={form.getInputProps('confirm')}
        />
        <ThrottledButton type="submit" action={submit}>
          {t('profile.password.submit')}
        </ThrottledButton>
      </form>
    </Panel>
  );
}

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
