import { Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { isHexForm } from '@portside/chain/networks/address';
import type { KeptPaymentMethod, Network } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useTranslation } from 'react-i18next';
import { isAddress } from '../../lib/format/is-address.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { networkName } from '../../lib/networks.ts';
import classes from './payment-methods.module.css';
import { useChange } from './use-change.ts';

const WIDTH_PX = 560;
/** The form's fields for the fields of the call. */
const PLACES = {
  wallet_address: 'wallet',
  contract_address: 'contract',
  checkout_address: 'checkout',
  chain_id: 'chain',
} as const;
type MethodValues = { wallet: string; contract: string; checkout: string; chain: string; reason: string };

/** As the calls take it: empty fields are left out. */
const toRequestBody = ({ wallet, contract, checkout, chain, reason }: MethodValues) => ({
  wallet_address: wallet.trim(),
  ...(contract.trim() && { contract_address: contract.trim() }),
  ...(checkout.trim() && { checkout_address: checkout.trim() }),
  ...(chain.trim() && { chain_id: Number(chain) }),
  ...(reason.trim() && { reason: reason.trim() }),
});

/** Whether the checkout contract would stay while the wallet changes: a contract pays to its own wallet only. */
const isForeignCheckout = (
  { wallet, checkout }: MethodValues,
  method: KeptPaymentMethod | undefined,
): boolean =>
  !!method?.checkout_address &&
  checkout.trim() === method.checkout_address &&
  wallet.trim() !== method.wallet_address;

type Props = { type: Network; method: KeptPaymentMethod | undefined; onClose: () => void };

/** A network's addresses. The first ones take effect at once; changes need a second person and a day. */
export function MethodForm({ type, method, onClose }: Props) {
  const { t } = useTranslation('admin');
  const change = useChange();
  const address = (isNeeded: boolean) => (value: string) => {
    if ((value.trim() === '' && !isNeeded) || isAddress(type, value)) return null;
    return isHexForm(type, value.trim()) ? t('faults.hex') : t('paymentMethods.notAddress');
  };
  const form = useForm<MethodValues>({
    initialValues: {
      wallet: method?.wallet_address ?? '',
      contract: method?.contract_address ?? '',
      checkout: method?.checkout_address ?? '',
      chain: method?.chain_id.toString() ?? '',
      reason: '',
    },
    validate: {
      wallet: address(true),
      contract: address(false),
      checkout: address(false),
      chain: (value) => (/^\d{0,12}$/.test(value.trim()) ? null : t('paymentMethods.notChain')),
      reason: (value) =>
        method && value.trim().length < SHORTEST_REASON ? t('paymentMethods.reasonMissing') : null,
    },
  });
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
  return (
    <Sheet title={networkName(type)} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <Callout tone="warn">{t(method ? 'paymentMethods.waits' : 'paymentMethods.first')}</Callout>
        <MethodField form={form} name="wallet" />
        <MethodField form={form} name="contract" />
        <MethodField form={form} name="checkout" />
        {isForeignCheckout(form.values, method) && (
          <Callout tone="warn">{t('paymentMethods.checkoutStays')}</Callout>
        )}
        <MethodField form={form} name="chain" />
        {method && (
          <Textarea
            label={t('paymentMethods.reason')}
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        )}
        <ThrottledButton type="submit" action={save}>
          {t(method ? 'paymentMethods.propose' : 'paymentMethods.set')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

type FieldProps = {
  form: Pick<UseFormReturnType<MethodValues>, 'getInputProps'>;
  name: 'wallet' | 'contract' | 'checkout' | 'chain';
};

function MethodField({ form, name }: FieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextInput
      label={t(`paymentMethods.field.${name}`)}
      description={t(`paymentMethods.hint.${name}`)}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
    />
  );
}
