import { Button, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { readDecimal, showDecimal } from '../../lib/format/numbers.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import type { SettingsValues } from './settings-values.ts';
import classes from './settings.module.css';
import type { SettingsFormValues } from './use-settings-form.ts';
import { AmountField, useGroupedNote } from '../../ui/fields/decimal-field.tsx';

type Section = { form: UseFormReturnType<SettingsFormValues> };
type Name = keyof SettingsValues;

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

function useField({ form }: Section) {
  const { t } = useTranslation('admin');
  return (name: Name) => ({
    label: t(`settings.field.${name}`),
    description: t(`settings.hint.${name}`),
    ...form.getInputProps(name),
  });
}

function AmountSetting({ form, name }: Section & { name: Name }) {
  const field = useField({ form });
  return <AmountField {...field(name)} />;
}

/** Commas and points are the same, so neither of them separates one amount from the next. */
function AmountChoices({ form }: Section) {
  const { error, ...field } = useField({ form })('recharge_amounts');
  const language = useLanguage();
  const noteOf = useGroupedNote();
  const notes = form.values.recharge_amounts.flatMap((amount) => noteOf(amount) ?? []);
  return (
    <TagsInput
      {...field}
      error={notes[0] ?? error}
      value={form.values.recharge_amounts.map((amount) => showDecimal(amount, language))}
      onChange={(amounts) =>
        form.setFieldValue(
          'recharge_amounts',
          amounts.map((amount) => readDecimal(amount, language)),
        )
      }
      splitChars={[';', ' ']}
      className={classes.wide}
      maxTags={12}
      inputMode="decimal"
    />
  );
}

/** Name, time zone and contacts. */
export function ShopSection({ form }: Section) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  const contact = form.values.telegram.trim();
  return (
    <Panel title={t('settings.group.shop')}>
      <div className={classes.fields}>
        <TextInput {...field('site_name')} maxLength={60} autoComplete="off" />
        <Select {...field('time_zone')} data={TIME_ZONES} searchable allowDeselect={false} />
        <TextInput
          {...field('support_email')}
          type="email"
          maxLength={254}
          autoComplete="off"
          placeholder="support@example.com"
        />
        <TextInput {...field('telegram')} maxLength={100} autoComplete="off" placeholder="@your_shop" />
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
  );
}

/** Limits of top-ups, and the wallets that pay them. */
export function RechargeSection({ form }: Section) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  return (
    <Panel title={t('settings.group.recharges')}>
      <div className={classes.fields}>
        <AmountSetting form={form} name="recharge_minimum" />
        <AmountSetting form={form} name="recharge_maximum" />
        <AmountChoices form={form} />
        <NumberInput {...field('quote_minutes')} min={1} max={1_440} allowDecimal={false} />
        <AmountSetting form={form} name="safe_cap" />
        <AmountSetting form={form} name="deposit_display_minimum" />
        <AmountSetting form={form} name="sweep_minimum" />
        <TextInput
          {...field('walletconnect_project_id')}
          className={classes.wide}
          maxLength={32}
          autoComplete="off"
        />
      </div>
    </Panel>
  );
}

/**
 * Retention, warranty claims, and limits of manual actions; a raised limit asks for a reason, which the approving
 * colleague reads.
 */
export function RetentionSection({ form, isRaised }: Section & { isRaised: boolean }) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  return (
    <Panel title={t('settings.group.afterwards')}>
      <div className={classes.fields}>
        <NumberInput {...field('retention_days')} min={1} max={365} allowDecimal={false} />
        <NumberInput {...field('claim_answer_hours')} min={1} max={720} allowDecimal={false} />
        <AmountSetting form={form} name="refund_approval_above" />
        <AmountSetting form={form} name="manual_credit_maximum" />
        <AmountSetting form={form} name="opening_balance_maximum" />
        <AmountSetting form={form} name="single_assignment_maximum" />
        <AmountSetting form={form} name="single_assignment_daily_maximum" />
        <NumberInput {...field('image_mb_per_address')} min={5} max={100_000} allowDecimal={false} />
        <NumberInput {...field('image_mb_per_shop')} min={5} max={100_000} allowDecimal={false} />
        <NumberInput {...field('mail_limit_mb')} min={1} max={25} allowDecimal={false} />
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
  );
}
