import { Button, Select, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { showDecimal } from '../../lib/format/numbers.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import type { SettingsValues } from './settings-values.ts';
import classes from './settings.module.css';
import type { SettingsFormValues } from './use-settings-form.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { AmountField, useDoubtNote } from '../../ui/fields/decimal-field.tsx';

type Section = { form: UseFormReturnType<SettingsFormValues> };
type Name = keyof SettingsValues;

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
  const noteOf = useDoubtNote();
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
  const chosen = form.values.time_zone;
  const { data: zones } = useQuery(query('listTimeZones'));
  return (
    <Panel title={t('settings.group.shop')}>
      <div className={classes.fields}>
        <TextInput {...field('site_name')} maxLength={60} autoComplete="off" />
        <Select
          {...field('time_zone')}
          data={[...new Set([chosen, ...(zones?.time_zones ?? [])])]}
          searchable
          allowDeselect={false}
        />
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
        <WholeField {...field('quote_minutes')} />
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
        <WholeField {...field('retention_days')} />
        <WholeField {...field('claim_answer_hours')} />
        <AmountSetting form={form} name="refund_approval_above" />
        <AmountSetting form={form} name="manual_credit_maximum" />
        <AmountSetting form={form} name="opening_balance_maximum" />
        <AmountSetting form={form} name="single_assignment_maximum" />
        <AmountSetting form={form} name="single_assignment_daily_maximum" />
        <WholeField {...field('image_mb_per_address')} />
        <WholeField {...field('image_mb_per_shop')} />
        <WholeField {...field('mail_limit_mb')} />
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
