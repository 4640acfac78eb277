import { Button, Skeleton } from '@mantine/core';
import type { CodeState, Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { isAddress } from '../../lib/format/is-address.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { MethodField, type MethodFields } from './method-field.tsx';
import type { MethodValues } from './method-values.ts';
import classes from './payment-methods.module.css';

const DeployPanel = lazy(() => import('./deploy-panel.tsx'));

/** What a node may still say of a contract that was deployed a moment ago. */
const PASSING: ReadonlySet<CodeState | null> = new Set(['none', 'unknown'] as const);
const ASK_EVERY_MS = 4_000;

const TONES = {
  proven: 'good',
  other: 'bad',
  none: 'warn',
  unknown: 'warn',
  checking: 'neutral',
} satisfies Record<CodeState | 'checking', Tone>;

type Props = { form: MethodFields; type: Network; name: 'checkout' | 'factory'; children?: ReactNode };

/** A contract of the shop: its address, whether the chain has the published code there, and the way to deploy it. */
export function ContractField({ form, type, name, children }: Props) {
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

/** Whether token and chain, where they are written, are what they should be. */
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
