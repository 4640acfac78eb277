import { Skeleton } from '@mantine/core';
import type { DepositAddress, Network, PaymentMode, Recharge } from '@portside/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { withTexts } from '../../../locales/language.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { AfterContent } from '../../../ui/messages/block-boundary.tsx';
import { useAfterContent } from '../../../lib/api/after-content.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { currentArea, useTurnedState } from '../../../lib/browser/current-area.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DelayNotice, RechargeNotice } from '../notices.tsx';
import classes from './recharge-form.module.css';
import { RechargeForm } from './recharge-form.tsx';
import { OwnAddress } from '../address/own-address.tsx';
import { useOpenRecharges } from '../history/use-recharges.ts';
import { byUsualFee } from '../../../lib/networks/networks.ts';

/** Rarely there at all. */
const AddressChanges = lazy(withTexts('pay', () => import('../address/address-changes.tsx')));

/** Comes after the form. */
const OpenRecharges = lazy(async () => ({
  default: (await import('../history/open-recharges.tsx')).OpenRecharges,
}));

/** Folded, below the form. */
const DepositClaimPanel = lazy(async () => ({
  default: (await import('../deposit-claim-panel.tsx')).DepositClaimPanel,
}));

/** The server's limit. */
const MOST_OPEN = 3;
const LOOK_AGAIN_MS = 5_000;
const UNPAID = new Set<Recharge['sub_state']>(['waiting', 'seen', 'confirming']);

/** Whether no further top-up can be requested. */
const isFull = (open: readonly Recharge[] = []): boolean =>
  open.filter(({ requested, sub_state: state }) => requested && UNPAID.has(state)).length >= MOST_OPEN;

type Props = {
  /** In USDT, to begin with; empty for none. */
  amount: string;
  onOpen: (recharge: Recharge) => void;
  /** Opens the page that pays it with a wallet. */
  onPay: (recharge: Recharge) => void;
  /** Rendered beside the buyer's own address, below what is there before it. */
  renderWallet: (address: DepositAddress) => ReactNode;
};

/** Starts a top-up: network and amount, and the open ones beside. */
export function NewRecharge({ amount, onOpen, onPay, renderWallet }: Props) {
  const { t } = useTranslation();
  const config = useStored((s) => s.webConfig);
  const methods = useQuery({
    ...query('listEnabledPaymentMethods', {}, { isQuiet: true }),
    select: itemsOf,
    // A network is listed once its chain is followed: soon after a start, or after its nodes had failed.
    refetchInterval: ({ state }) => (state.data?.items.length === 0 ? LOOK_AGAIN_MS : false),
  });
  const open = useOpenRecharges().data?.items;
  const enabled = methods.data?.map(({ type }) => type);
  const [picked, setPicked] = useTurnedState<Network | null>('recharge network', () => null);
  const preselected = usePreselectedNetwork(enabled);
  const isOn = picked !== null && enabled?.includes(picked) === true;
  const method = methods.data?.find(({ type }) => type === (isOn ? picked : preselected));
  const mode = method?.mode ?? 'exact_amount';
  // Drawn only then: the network's notice and, on phones, the folded list of networks change its height.
  const isKnown = method !== undefined || enabled?.length === 0;
  const own = useDepositAddress(method && mode === 'own_addresses' ? method.type : null);
  return (
    <div className={classes.desk}>
      <div className={classes.main}>
        <ChangedAddresses shown={method?.type ?? null} onShow={setPicked} />
        <Panel>
          <DelayNotice />
          {enabled?.length === 0 && <p className={classes.off}>{t('recharges.network.allOff')}</p>}
          {methods.isError && !methods.data ? (
            <FailedState onRetry={() => void methods.refetch()} />
          ) : config && isKnown ? (
            <RechargeForm
              config={config}
              amount={amount}
              enabled={enabled}
              modes={Object.fromEntries(methods.data?.map(({ type, mode }) => [type, mode]) ?? [])}
              network={method?.type ?? null}
              onNetwork={setPicked}
              {...(mode === 'own_addresses' && {
                address: <Address own={own} />,
                minimum: own.data?.minimum_amount,
              })}
              isFull={isFull(open)}
              onCreated={(recharge, isByWallet) => (isByWallet ? onPay : onOpen)(recharge)}
            />
          ) : (
            <Skeleton className={classes.waiting} />
          )}
        </Panel>
      </div>
      <aside className={classes.side}>
        <AfterContent before={<Skeleton className={classes.noneOpen} radius="lg" />}>
          <OpenRecharges recharges={open} onOpen={onOpen} most={MOST_OPEN} />
        </AfterContent>
        {isKnown || methods.isError || currentArea() === '/mobile' ? (
          <RechargeNotice mode={mode} />
        ) : (
          <Skeleton height={350} radius="lg" />
        )}
        {own.data && renderWallet(own.data)}
      </aside>
      <div className={classes.notice}>{methods.data && <Claims type={method?.type} mode={mode} />}</div>
    </div>
  );
}

type ChangedProps = { shown: Network | null; onShow: (network: Network) => void };

function ChangedAddresses(props: ChangedProps) {
  const { data: changes = [] } = useQuery({
    ...query('listAddressChanges', {}, { isQuiet: true }),
    enabled: useAfterContent(),
    select: itemsOf,
  });
  if (changes.length === 0) return null;
  return (
    <Suspense>
      <AddressChanges changes={changes} {...props} />
    </Suspense>
  );
}

/** Payments to a wallet of the shop stay claimable once a network has own addresses. */
function Claims({ type, mode }: { type: Network | undefined; mode: PaymentMode }) {
  const { t } = useTranslation('address');
  return (
    <AfterContent>
      <DepositClaimPanel type={type} lede={mode === 'own_addresses' ? t('claim') : undefined} />
    </AfterContent>
  );
}

function Address({ own }: { own: ReturnType<typeof useDepositAddress> }) {
  const { data: shown } = own;
  if (own.isError && !shown) return <FailedState onRetry={() => void own.refetch()} />;
  if (!shown) return <Skeleton className={classes.place} />;
  return <OwnAddress key={shown.address} address={shown} />;
}

/**
 * The network that the form begins with: that of the buyer's last top-up, or the cheapest to pay on. Null until it is
 * known. Stays while the page is open, even if a payment arrives on another one, unless it takes no top-ups any more.
 */
function usePreselectedNetwork(enabled: readonly Network[] | undefined): Network | null {
  const [first, setFirst] = useState<Network | null>(null);
  const last = useQuery({
    ...query('listRecharges', { query: { limit: 1 } }, { isQuiet: true }),
    select: ({ items }) => items[0]?.type,
    enabled: first === null,
  });
  if (enabled === undefined || (first === null && last.isPending)) return null;
  const wanted = first ?? last.data;
  const chosen = wanted !== undefined && enabled.includes(wanted) ? wanted : (byUsualFee(enabled)[0] ?? null);
  if (first === null && chosen !== null) setFirst(chosen);
  return chosen;
}

/** Within the half hour in which the shop watches an address closely. */
const OPEN_AGAIN_MS = 10 * 60_000;

/** The buyer's own address on a network, opened again while it is shown; nothing for null. */
const useDepositAddress = (network: Network | null): UseQueryResult<DepositAddress> =>
  useQuery({
    ...query('openDepositAddress', { body: { type: network! } }, { isQuiet: true }),
    enabled: network !== null,
    staleTime: OPEN_AGAIN_MS,
    refetchInterval: OPEN_AGAIN_MS,
  });
