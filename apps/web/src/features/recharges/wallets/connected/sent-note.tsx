import { Loader } from '@mantine/core';
import type { Network } from '@portside/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { displayTxHash } from '../../../../lib/format/display-tx-hash.ts';
import type { Flow } from '../../../../lib/wallet/flow.ts';
import { Callout } from '../../../../ui/messages/callout.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { shorten } from '../../history/shorten.ts';
import classes from './sent-note.module.css';

/** Shown after the wallet has sent the payment; the network's progress is shown by the top-up itself. */
export function SentNote({ flow, network }: { flow: Flow; network: Network }) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  const isPaid = flow.state === 'paid';
  const hash = flow.hash ?? '';
  return (
    <Callout
      tone={isPaid ? 'good' : 'info'}
      icon={isPaid ? <IconCircleCheck size={20} aria-hidden /> : <Loader size={18} />}
      title={t(isPaid ? 'wallet.state.paid' : 'pages.done.sent')}
    >
      {t('pages.done.sentText')}
      <span className={classes.hash}>
        {shop('recharges.result.transaction')} <code title={hash}>{shorten(hash, 8)}</code>
        <CopyButton text={displayTxHash(network, hash)} name={shop('recharges.copy.hash')} />
      </span>
    </Callout>
  );
}
