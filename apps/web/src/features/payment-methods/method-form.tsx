import { Radio, Stack, Textarea, Button, Skeleton, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { isHexForm } from '@portside/chain/networks/address';
import type {
  KeptPaymentMethod,
  Network,
  PaymentMode,
  CodeState,
  PaymentMethodChange,
} from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useTranslation } from '../../locales/use-translation.ts';
import { isAddress } from '../../lib/format/addresses.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { latestOf, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { networkName } from '../../lib/networks/networks.ts';
import {
  hasNewFactory,
  isForeign,
  PLACES,
  toFormValues,
  toRequestBody,
  type MethodValues,
} from './method-values.ts';
import classes from './payment-methods.module.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { call } from '../../lib/api/call.ts';
import { query } from '../../lib/api/query.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';

const WIDTH_PX = 620;
const MODES: readonly PaymentMode[] = ['own_addresses', 'exact_amount'];

type MethodFormProps = {
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
export function MethodForm({ type, method, isFirst, onClose }: MethodFormProps) {
  const { t } = useTranslation('admin');
  const change = useChange();
  const form = useMethodForm(type, method, isFirst);
  const send = useFormCall(form, { fields: PLACES });
  const save = useThrottledAction(async () => {
    const now = method && (await latestOf(call('listPaymentMethods'), method));
    const body = toRequestBody(now ? typedOver(form, toFormValues(now)) : form.values);
    await change(
      now
        ? send('updatePaymentMethod', {
            params: { id: now.id },
            body: { ...body, enabled: now.enabled },
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

/** Checks whatever needs no chain before anything is sent. */
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

const DeployPanel = lazy(() => import('./deploy-panel.tsx'));

/** What a node may still say of a contract deployed a moment ago. */
const PASSING: ReadonlySet<CodeState | null> = new Set(['none', 'unknown'] as const);

const ASK_EVERY_MS = 4_000;

const TONES = {
  proven: 'good',
  other: 'bad',
  none: 'warn',
  unknown: 'warn',
  checking: 'neutral',
} satisfies Record<CodeState | 'checking', Tone>;

type ContractFieldProps = {
  form: MethodFields;
  type: Network;
  name: 'checkout' | 'factory';
  children?: ReactNode;
};

/** A contract of the shop: its address, whether the chain has the published code there, and the way to deploy it. */
function ContractField({ form, type, name, children }: ContractFieldProps) {
  const { t } = useTranslation('admin');
  const [isDeploying, deploy] = useState(false);
  const { values } = form;
  const isChecked = isAddress(type, values[name].trim());
  const check = useQuery({
    ...query('checkContracts', { query: checkOf(type, values, isChecked ? name : null) }, { isQuiet: true }),
    enabled: isAddress(type, values.wallet.trim()) && areReadable(type, values),
    refetchInterval: ({ state: { data } }) =>
      isChecked && data && PASSING.has(data[name]) ? ASK_EVERY_MS : false,
  });
  const state = check.isFetching && !check.data ? 'checking' : check.data?.[name];
  return (
    <div className={classes.contract}>
      <MethodField form={form} name={name} />
      <div className={classes.beside}>
        {isChecked && state && (
          <StatusBadge tone={TONES[state]} isLive={state === 'checking'}>
            {t(`paymentMethods.check.${state}`)}
          </StatusBadge>
        )}
        {(!isChecked || (state !== 'proven' && state !== 'checking')) && !isDeploying && (
          <Button variant="light" size="compact-md" onClick={() => deploy(true)}>
            {t(`paymentMethods.deploy.${name}`)}
          </Button>
        )}
      </div>
      {isDeploying && (
        <Suspense fallback={<Skeleton height={120} radius="md" />}>
          <DeployPanel
            type={type}
            name={name}
            wallet={isAddress(type, values.wallet.trim()) ? values.wallet.trim() : null}
            token={check.data ?? null}
            onDeployed={(address) => {
              form.setFieldValue(name, address);
              deploy(false);
            }}
          />
        </Suspense>
      )}
      {children}
    </div>
  );
}

/** Whether token and chain, if given, are readable. */
const areReadable = (type: Network, { contract, chain }: MethodValues): boolean =>
  (contract.trim() === '' || isAddress(type, contract.trim())) && /^\d{0,10}$/.test(chain.trim());

/** Also tells which chain and token a contract would be deployed for. */
const checkOf = (
  type: Network,
  { wallet, contract, chain, ...values }: MethodValues,
  name: 'checkout' | 'factory' | null,
) => ({
  type,
  wallet_address: wallet.trim(),
  ...(contract.trim() && { contract_address: contract.trim() }),
  ...(chain.trim() && { chain_id: Number(chain) }),
  ...(name && { [`${name}_address`]: values[name].trim() }),
});

/** The form of a payment method. */
type MethodFields = UseFormReturnType<MethodValues>;

type FieldProps = {
  form: Pick<MethodFields, 'getInputProps'>;
  name: 'wallet' | 'contract' | 'checkout' | 'factory' | 'chain';
};

/** One of its fields, with what belongs there. */
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

/** Makes a change and shows whether it is in effect or pending approval. */
export function useChange(): (change: Promise<PaymentMethodChange>) => Promise<void> {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return async (change) => {
    const { proposals } = await change;
    const isWaiting = proposals.some(({ state }) => state !== 'applied');
    toastSuccess('payment-method', t(isWaiting ? 'paymentMethods.proposed' : 'paymentMethods.done'));
    await client.invalidateQueries();
  };
}
