import { Button } from '@mantine/core';
import type { AddressChange, Network } from '@portside/contract';
import { IconReplace } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { shorten } from '../payment-text.ts';
import classes from './address.module.css';

type Props = {
  changes: readonly AddressChange[];
  /** The network whose address is on the page. */
  shown: Network | null;
  onShow: (network: Network) => void;
};

/** Which of the buyer's own addresses have changed, until each notice is dismissed. */
export default function AddressChanges({ changes, shown, onShow }: Props) {
  return changes.map((change) => (
    <Change
      key={change.id}
      change={change}
      onShow={change.type === shown ? undefined : () => onShow(change.type)}
    />
  ));
}

function Change({ change, onShow }: { change: AddressChange; onShow: (() => void) | undefined }) {
  const { t } = useTranslation('pay');
  const client = useQueryClient();
  const dismiss = useThrottledAction(async () => {
    await call('dismissAddressChange', { params: { id: change.id } });
    await client.invalidateQueries({ queryKey: queryKey('listAddressChanges') });
  });
  const network = networkName(change.type);
  const title = t(change.new_address === null ? 'changed.noneTitle' : 'changed.title', { network });
  return (
    <section aria-label={title}>
      <Callout tone="info" icon={<IconReplace size={18} stroke={1.8} aria-hidden />} title={title}>
        <p className={classes.addressChangesText}>{t(textOf(change))}</p>
        <dl className={classes.addresses}>
          <Ends label={t('changed.old')} address={change.old_address} />
          {change.new_address !== null && <Ends label={t('changed.new')} address={change.new_address} />}
        </dl>
        <div className={classes.buttons}>
          {onShow && (
            <Button size="compact-sm" variant="light" onClick={onShow}>
              {t(change.new_address === null ? 'changed.pay' : 'changed.show')}
            </Button>
          )}
          <ThrottledButton action={dismiss} size="compact-sm" variant={onShow ? 'subtle' : 'light'}>
            {t('changed.dismiss')}
          </ThrottledButton>
        </div>
      </Callout>
    </section>
  );
}

function textOf({ new_address: fresh, is_former: isFormer }: AddressChange) {
  if (fresh === null) return 'changed.none';
  return isFormer ? 'changed.again' : 'changed.text';
}

/** Enough to recognise an address; nobody pays to one from here. */
const Ends = ({ label, address }: { label: string; address: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <code translate="no">{shorten(address)}</code>
    </dd>
  </div>
);
