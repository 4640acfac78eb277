import {
  Skeleton,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Select,
  TagsInput,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toFormValues, type SettingsValues } from './settings-values.ts';
import { AllowedFields } from '../../ui/layout/allowed.tsx';
import classes from './settings.module.css';
import { useSettingsForm, type SettingsFormValues } from './use-settings-form.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import type { ThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import type { UseFormReturnType } from '@mantine/form';
import { AGENT_SIGN_UPS, API_KEYS_FOR, PROTOCOL_NAMES, PROTOCOLS, STOCK_DISPLAYS } from '@portside/contract';
import { showDecimal } from '../../lib/format/numbers.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { AmountField, DecimalField, useDoubtNote } from '../../ui/fields/decimal-field.tsx';
import { TierFields } from '../../ui/fields/tier-fields.tsx';

/** The settings that operators can change while the shop runs. */
export function ShopSettings() {
  const { data, error, isError, refetch } = useQuery({
    ...query('readSettings'),
    refetchOnWindowFocus: false,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={520} maw={900} />;
  return <SettingsForm values={toFormValues(data)} />;
}

/** All settings of the shop in one form. `values`: as they are stored now. */
export function SettingsForm({ values }: { values: SettingsValues }) {
  const { form, save, isRaised } = useSettingsForm(values);
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="replaceSettings">
        <ShopSection form={form} />
        <RechargeSection form={form} />
        <PayoutSection form={form} />
        <RetentionSection form={form} isRaised={isRaised} />
        {form.isDirty() && <SaveBar save={save} onReset={form.reset} />}
      </AllowedFields>
    </form>
  );
}

type Props = { save: ThrottledAction<never[]>; onReset: () => void };

/** Shown at the bottom of the screen while there are unsaved changes. */
function SaveBar({ save, onReset }: Props) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.save}>
      <p aria-live="polite">{t('settings.unsaved')}</p>
      <div>
        <Button variant="subtle" onClick={onReset}>
          {t('settings.undo')}
        </Button>
        <ThrottledButton type="submit" action={save}>
          {t('settings.save')}
        </ThrottledButton>
      </div>
    </div>
  );
}

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

/** Commas and points both mark decimals, so neither separates amounts. */
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
function ShopSection({ form }: Section) {
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

/** What agents earn, and what is paid out: commission to agents, and top-ups back to buyers. */
function PayoutSection({ form }: Section) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  const { error, value, onChange, ...tiers } = field('commission_tiers');
  return (
    <Panel title={t('settings.group.payouts')}>
      <div className={classes.fields}>
        <TierFields className={classes.wide} {...tiers} problem={error} value={value} onChange={onChange} />
        <NativeSelect
          {...field('agent_sign_up')}
          data={AGENT_SIGN_UPS.map((one) => ({ value: one, label: t(`settings.agentSignUp.${one}`) }))}
        />
        <DecimalField {...field('agent_sign_up_percent')} rightSection="%" decimals={2} />
        <WholeField {...field('commission_hold_days')} />
        <AmountSetting form={form} name="payout_minimum" />
        <AmountSetting form={form} name="payout_approval_above" />
        <Textarea {...field('commission_terms')} className={classes.wide} maxLength={300} rows={3} />
        <Switch
          className={classes.wide}
          label={t('settings.field.balance_payouts')}
          description={t('settings.hint.balance_payouts')}
          {...form.getInputProps('balance_payouts', { type: 'checkbox' })}
        />
        <AmountSetting form={form} name="balance_payout_minimum" />
        <AmountSetting form={form} name="balance_payout_maximum" />
        <WholeField {...field('balance_payout_wait_hours')} />
      </div>
    </Panel>
  );
}

/**
 * Retention, warranty claims, and limits of manual actions; a raised limit asks for a reason, which the approving
 * colleague reads.
 */
function RetentionSection({ form, isRaised }: Section & { isRaised: boolean }) {
  const { t } = useTranslation('admin');
  const field = useField({ form });
  return (
    <Panel title={t('settings.group.afterwards')}>
      <div className={classes.fields}>
        <WholeField {...field('retention_days')} />
        <WholeField {...field('restore_days')} />
        <WholeField {...field('claim_answer_hours')} />
        <WholeField {...field('claim_stop_percent')} />
        <AmountSetting form={form} name="refund_approval_above" />
        <AmountSetting form={form} name="manual_credit_maximum" />
        <AmountSetting form={form} name="opening_balance_maximum" />
        <AmountSetting form={form} name="single_assignment_maximum" />
        <AmountSetting form={form} name="single_assignment_daily_maximum" />
        <AmountSetting form={form} name="redeem_alone_maximum" />
        <AmountSetting form={form} name="redeem_maximum" />
        <WholeField {...field('image_mb_per_address')} />
        <WholeField {...field('image_mb_per_shop')} />
        <WholeField {...field('mail_limit_mb')} />
        <NativeSelect
          label={t('settings.field.api_keys_for')}
          description={t('settings.hint.api_keys_for')}
          data={API_KEYS_FOR.map((value) => ({ value, label: t(`settings.apiKeysFor.${value}`) }))}
          {...form.getInputProps('api_keys_for')}
        />
        <WholeField {...field('api_key_per_minute')} />
        <Checkbox.Group
          className={classes.wide}
          label={t('settings.field.protocols_on')}
          description={t('settings.hint.protocols_on')}
          {...form.getInputProps('protocols_on')}
        >
          <Group gap="md" mt="xs">
            {PROTOCOLS.map((protocol) => (
              <Checkbox key={protocol} value={protocol} label={PROTOCOL_NAMES[protocol]} />
            ))}
          </Group>
        </Checkbox.Group>
        <NativeSelect
          label={t('settings.field.stock_display')}
          description={t('settings.hint.stock_display')}
          data={STOCK_DISPLAYS.map((value) => ({ value, label: t(`goods.rules.display.${value}`) }))}
          {...form.getInputProps('stock_display')}
        />
        <Switch
          className={classes.wide}
          label={t('settings.field.confirm_email')}
          description={t('settings.hint.confirm_email')}
          {...form.getInputProps('confirm_email', { type: 'checkbox' })}
        />
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
