import { Button, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { telegramLink } from '../../../lib/telegram-link.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { SaveBar } from './save-bar.tsx';
import {
  changedSettings,
  checkSettings,
  isLimitRaised,
  conflictingSettings,
  toFormValues,
  type Problem,
  type SettingsValues,
} from './settings-values.ts';
import classes from './shop-settings.module.css';
import { useSettingsChanged } from './use-settings-changed.ts';

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const AMOUNTS = [
  'safe_cap',
  'deposit_display_minimum',
  'refund_approval_above',
  'manual_credit_maximum',
] as const;

export function SettingsForm({ values }: { values: SettingsValues }) {
  const { t } = useTranslation('admin');
  const changed = useSettingsChanged();
  const say = (problem: Problem | null) => problem && t(`settings.problem.${problem}`);
  const amount = (value: string) => say(checkSettings.amount(value));
  const form = useForm<SettingsValues & { reason: string }>({
    initialValues: { ...values, reason: '' },
    validate: {
      site_name: (value) => say(checkSettings.site_name(value)),
      recharge_minimum: amount,
      quote_minutes: (value) => say(checkSettings.count(value)),
      retention_days: (value) => say(checkSettings.count(value)),
      walletconnect_project_id: (value) => say(checkSettings.walletconnect_project_id(value)),
      recharge_maximum: (value, all) => say(checkSettings.recharge_maximum(value, all)),
      recharge_amounts: (value, all) => say(checkSettings.recharge_amounts(value, all)),
      ...Object.fromEntries(AMOUNTS.map((name) => [name, amount])),
    },
  });
  const send = useFormCall(form, { refusals: { amountOutOfRange: 'recharge_amounts' } });
  const isRaised = isLimitRaised(form.values, form.getInitialValues());
  const save = useThrottledAction(async ({ reason, ...written }: SettingsValues & { reason: string }) => {
    const why = isRaised && reason.trim() ? { reason: reason.trim() } : {};
    const { reason: _, ...shown } = form.getInitialValues();
    const changes = changedSettings(written, shown);
    const now = await call('readSettings');
    const clashes = conflictingSettings(changes, shown, toFormValues(now));
    if (clashes.length > 0) {
      form.setInitialValues({ ...toFormValues(now), reason: '' });
      form.setValues({ ...toFormValues(now), ...changes, reason });
      const told = (name: keyof SettingsValues) => [
        name,
        t('settings.problem.changed', { value: [now[name]].flat().join(', ') || '–' }),
      ];
      form.setErrors(Object.fromEntries(clashes.map(told)));
      return;
    }
    const answer = await send('replaceSettings', { body: { ...now, ...changes, ...why } });
    const { proposals = [], ...stored } = answer;
    const kept = { ...toFormValues(stored), reason: '' };
    form.setInitialValues(kept);
    form.setValues(kept);
    await changed(answer);
    const isWaiting = proposals.some(({ state }) => state !== 'applied');
    toastSuccess('settings', t(isWaiting ? 'settings.raiseProposed' : 'settings.saved'));
  });
  const field = (name: keyof SettingsValues) => ({
    label: t(`settings.field.${name}`),
    description: t(`settings.hint.${name}`),
    ...form.getInputProps(name),
  });
  const money = (name: keyof SettingsValues) => (
    <TextInput
      {...field(name)}
      inputMode="decimal"
      autoComplete="off"
      rightSection="USDT"
      rightSectionWidth={62}
    />
  );
  const contact = form.values.telegram.trim();
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="replaceSettings">
        <Panel title={t('settings.group.shop')}>
          <div className={classes.fields}>
            <TextInput {...field('site_name')} maxLength={60} autoComplete="off" />
            <Select {...field('time_zone')} data={TIME_ZONES} searchable allowDeselect={false} />
            <TextInput {...field('telegram')} maxLength={100} autoComplete="off" placeholder="@portside" />
            {contact && (
              <Button
                component="a"
                href={telegramLink(contact)}
                target="_blank"
                rel="noreferrer"
                variant="default"
                className={classes.beside}
              >
                {t('settings.tryTelegram')}
              </Button>
            )}
          </div>
        </Panel>
        <Panel title={t('settings.group.recharges')}>
          <div className={classes.fields}>
            {money('recharge_minimum')}
            {money('recharge_maximum')}
            <TagsInput {...field('recharge_amounts')} className={classes.wide} maxTags={12} />
            <NumberInput {...field('quote_minutes')} min={1} max={1_440} allowDecimal={false} />
            {money('safe_cap')}
            {money('deposit_display_minimum')}
            <TextInput
              {...field('walletconnect_project_id')}
              className={classes.wide}
              maxLength={32}
              autoComplete="off"
            />
          </div>
        </Panel>
        <Panel title={t('settings.group.afterwards')}>
          <div className={classes.fields}>
            <NumberInput {...field('retention_days')} min={1} max={365} allowDecimal={false} />
            {money('refund_approval_above')}
            {money('manual_credit_maximum')}
            {isRaised && (
              <TextInput
                label={t('settings.raiseReason')}
                description={t('settings.raiseHint')}
                className={classes.wide}
                maxLength={500}
                autoComplete="off"
                {...form.getInputProps('reason')}
              />
            )}
          </div>
        </Panel>
        {form.isDirty() && <SaveBar save={save} onReset={form.reset} />}
      </AllowedFields>
    </form>
  );
}
