import { Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isHexForm } from '@portside/chain/networks/address';
import type { KeptPaymentMethod, Network, PaymentMode } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useTranslation } from '../../locales/use-translation.ts';
import { isAddress } from '../../lib/format/is-address.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { networkName } from '../../lib/networks.ts';
import { ContractField } from './contract-field.tsx';
import { MethodField, type MethodFields } from './method-field.tsx';
import {
  hasNewFactory,
  isForeign,
  PLACES,
  toFormValues,
  toRequestBody,
  type MethodValues,
} from './method-values.ts';
import classes from './payment-methods.module.css';
import { useChange } from './use-change.ts';

const WIDTH_PX = 620;
const MODES: readonly PaymentMode[] = ['own_addresses', 'exact_amount'];

type Props = {
  type: Network;
  method: KeptPaymentMethod | undefined;
  /** No network has ever had a method. */
  isFirst: boolean;
  onClose: () => void;
};

/**
 * A network's wallet, mode and contracts, which can be deployed from here with a wallet of the operator's own. The shop's
 * first ones take effect at once; all others need a second person and a day, or three days.
 */
export function MethodForm({ type, method, isFirst, onClose }: Props) {
  const { t } = useTranslation('admin');
  const change = useChange();
  const form = useMethodForm(type, method, isFirst);
  const send = useFormCall(form, { fields: PLACES });
  const save = useThrottledAction(async (values: MethodValues) => {
    const body = toRequestBody(values);
    await change(
      method
        ? send('updatePaymentMethod', {
            params: { id: method.id },
            body: { ...body, enabled: method.enabled },
          })
        : send('createPaymentMethod', { body: { type, ...body } }),
    );
    onClose();
  });
  const { values } = form;
  return (
    <Sheet title={networkName(type)} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <Callout tone="warn">{t(isFirst ? 'paymentMethods.first' : 'paymentMethods.waits')}</Callout>
        <MethodField form={form} name="wallet" />
        <ModeChoice form={form} />
        {values.mode === 'own_addresses' && (
          <ContractField form={form} type={type} name="factory">
            {isForeign('factory', values, method) && (
              <Callout tone="warn">{t('paymentMethods.factoryStays')}</Callout>
            )}
            {hasNewFactory(values, method) && (
              <Callout tone="info">{t('paymentMethods.newAddresses')}</Callout>
            )}
          </ContractField>
        )}
        <ContractField form={form} type={type} name="checkout">
          {isForeign('checkout', values, method) && (
            <Callout tone="warn">{t('paymentMethods.checkoutStays')}</Callout>
          )}
        </ContractField>
        <MethodField form={form} name="contract" />
        <MethodField form={form} name="chain" />
        {!isFirst && (
          <Textarea
            label={t('paymentMethods.reason')}
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        )}
        <ThrottledButton type="submit" action={save}>
          {t(isFirst ? 'paymentMethods.set' : 'paymentMethods.propose')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** What can be seen without asking the chain is checked before anything is sent. */
function useMethodForm(type: Network, method: KeptPaymentMethod | undefined, isFirst: boolean) {
  const { t } = useTranslation('admin');
  const address = (isNeeded: boolean) => (value: string) => {
    if ((value.trim() === '' && !isNeeded) || isAddress(type, value)) return null;
    return isHexForm(type, value.trim()) ? t('faults.hex') : t('paymentMethods.notAddress');
  };
  return useForm<MethodValues>({
    initialValues: toFormValues(method),
    validate: {
      wallet: address(true),
      factory: (value, { mode }) => (mode === 'own_addresses' ? address(true)(value) : null),
      contract: address(false),
      checkout: address(false),
      chain: (value) => (/^\d{0,12}$/.test(value.trim()) ? null : t('paymentMethods.notChain')),
      reason: (value) =>
        !isFirst && value.trim().length < SHORTEST_REASON ? t('paymentMethods.reasonMissing') : null,
    },
  });
}

function ModeChoice({ form }: { form: MethodFields }) {
  const { t } = useTranslation('admin');
  return (
    <Radio.Group label={t('paymentMethods.field.mode')} {...form.getInputProps('mode')}>
      <Stack gap="xs" mt={6}>
        {MODES.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`paymentMethods.mode.${mode}`)}
            description={t(`paymentMethods.modeHint.${mode}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
