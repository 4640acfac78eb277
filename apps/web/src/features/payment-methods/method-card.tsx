import { Button, TextInput } from '@mantine/core';
import type { KeptPaymentMethod, Network } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { networkName } from '../../lib/networks/networks.ts';
import classes from './payment-methods.module.css';
import { useChange } from './method-form.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useState } from 'react';
import { focusNow } from '../../lib/browser/screen.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { ReasonForm } from '../../ui/fields/reason-form.tsx';
import { Callout } from '../../ui/messages/callout.tsx';

type Props = {
  type: Network;
  method: KeptPaymentMethod | undefined;
  /** The addresses were changed outside the shop. */
  isUnsealed: boolean;
  onEdit: () => void;
};

/** A network's payment method: state, addresses and actions. */
export function MethodCard({ type, method, isUnsealed, onEdit }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Panel title={networkName(type)} aside={<MethodBadge method={method} />}>
      {isUnsealed && <UnsealedCallout type={type} />}
      {method ? <Facts method={method} /> : <p className={classes.missing}>{t('paymentMethods.missing')}</p>}
      <div className={classes.buttons}>
        <Allowed to="createPaymentMethod">
          <Button variant={method ? 'default' : 'filled'} onClick={onEdit}>
            {t(method ? 'paymentMethods.change' : 'paymentMethods.set')}
          </Button>
        </Allowed>
        {method && !isUnsealed && (
          <Allowed to="updatePaymentMethod">
            <Switches method={method} />
          </Allowed>
        )}
      </div>
    </Panel>
  );
}

function Facts({ method }: { method: KeptPaymentMethod }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const address = (name: 'wallet' | 'contract' | 'checkout' | 'factory', value: string | null) => (
    <>
      <dt>{t(`paymentMethods.field.${name}`)}</dt>
      <dd>
        {value === null ? '–' : <code translate="no">{value}</code>}
        {value !== null && <CopyButton text={value} />}
      </dd>
    </>
  );
  return (
    <dl className={classes.facts}>
      {address('wallet', method.wallet_address)}
      {address('contract', method.contract_address)}
      {address('checkout', method.checkout_address)}
      <dt>{t('paymentMethods.field.mode')}</dt>
      <dd>{t(`paymentMethods.mode.${method.mode}`)}</dd>
      {method.factory_address !== null && address('factory', method.factory_address)}
      <dt>{t('paymentMethods.field.chain')}</dt>
      <dd className="figures">
        {method.network_name} · {method.chain_id}
      </dd>
      <dt>{t('paymentMethods.field.since')}</dt>
      <dd className="figures">{formatDateTime(method.created_at, language)}</dd>
    </dl>
  );
}

/** Disabling takes effect at once, enabling needs a colleague, and retiring cannot be undone. */
function Switches({ method }: { method: KeptPaymentMethod }) {
  const { t } = useTranslation('admin');
  const change = useChange();
  const { id, wallet_address, contract_address, checkout_address, chain_id } = method;
  const kept = {
    wallet_address,
    contract_address,
    chain_id,
    ...(checkout_address !== null && { checkout_address }),
  };
  const turn = (part: { enabled: boolean; reason?: string }) =>
    change(call('updatePaymentMethod', { params: { id }, body: { ...kept, ...part } }));
  return (
    <>
      {method.enabled ? (
        <ConfirmButton
          color="red"
          question={t('paymentMethods.askOff', { network: method.network_name })}
          onConfirm={() => turn({ enabled: false })}
        >
          {t('paymentMethods.off')}
        </ConfirmButton>
      ) : (
        <SwitchOn onSubmit={(reason) => turn({ enabled: true, reason })} />
      )}
      <ConfirmButton
        variant="subtle"
        color="red"
        question={t('paymentMethods.askRetire', { network: method.network_name })}
        onConfirm={() => change(call('deletePaymentMethod', { params: { id } }))}
      >
        {t('paymentMethods.retire')}
      </ConfirmButton>
    </>
  );
}

const TONES = { on: 'good', off: 'bad', unsealed: 'bad', untrusted: 'bad', none: 'neutral' } satisfies Record<
  string,
  Tone
>;

/** Whether a network accepts top-ups now. */
function MethodBadge({ method }: { method: KeptPaymentMethod | undefined }) {
  const { t } = useTranslation('admin');
  const state = stateOf(method);
  return <StatusBadge tone={TONES[state]}>{t(`paymentMethods.state.${state}`)}</StatusBadge>;
}

function stateOf(method: KeptPaymentMethod | undefined): keyof typeof TONES {
  if (!method) return 'none';
  if (!method.sealed) return 'unsealed';
  if (!method.trusted) return 'untrusted';
  return method.enabled ? 'on' : 'off';
}

/** Enables a method, with a reason for the approving colleague. */
function SwitchOn({ onSubmit }: { onSubmit: (reason: string) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState<string | null>(null);
  const submit = useThrottledAction(() => onSubmit((reason ?? '').trim()));
  if (reason === null) return <Button onClick={() => setReason('')}>{t('paymentMethods.on')}</Button>;
  return (
    <>
      <TextInput
        ref={focusNow}
        aria-label={t('paymentMethods.onReason')}
        placeholder={t('paymentMethods.onReason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ThrottledButton action={submit} disabled={reason.trim().length < SHORTEST_REASON}>
        {t('paymentMethods.on')}
      </ThrottledButton>
    </>
  );
}

/** Warns that a network's addresses are not the approved ones, and restores those. */
function UnsealedCallout({ type }: { type: Network }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [isAsking, ask] = useState(false);
  const restore = async (reason: string) => {
    await call('restorePaymentMethods', { body: { type, reason } });
    toastSuccess('restore', t('paymentMethods.unsealed.done'));
    await client.invalidateQueries();
  };
  return (
    <div className={classes.unsealed}>
      <Callout tone="bad" icon={<IconAlertTriangle size={20} />} title={t('paymentMethods.unsealed.title')}>
        {t('paymentMethods.unsealed.text')}
      </Callout>
      <Allowed to="restorePaymentMethods">
        {isAsking ? (
          <ReasonForm
            hint={t('paymentMethods.unsealed.lede')}
            submit={t('paymentMethods.unsealed.restore')}
            color="red"
            takesFocus
            onSubmit={restore}
          />
        ) : (
          <Button color="red" variant="light" onClick={() => ask(true)}>
            {t('paymentMethods.unsealed.restore')}
          </Button>
        )}
      </Allowed>
    </div>
  );
}
