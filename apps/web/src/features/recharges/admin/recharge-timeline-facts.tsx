import { Anchor } from '@mantine/core';
import type { RechargeTimelineEntry } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useFindings } from '../../../locales/use-findings.ts';
import { Money } from '../../../ui/data/money.tsx';
import { shorten } from '../history/shorten.ts';

/** Details of a timeline entry: actor, amount, wallet, transaction, note and why it was held. */
export function RechargeTimelineFacts({ entry }: { entry: RechargeTimelineEntry }) {
  const { t } = useTranslation('admin');
  const { kind, actor, amount, wallet, tx_hash: hash, tx_url: url, block, note, held_reason: reason } = entry;
  const wordFindings = useFindings();
  const mode = kind === 'authorized' && (note === 'safe' || note === 'whitelist') ? note : null;
  return (
    <>
      {actor && <span>{actor}</span>}
      {amount !== null && <Money amount={amount} />}
      {wallet && <code title={wallet}>{shorten(wallet)}</code>}
      {hash && url && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          <code title={hash}>{shorten(hash)}</code>
        </Anchor>
      )}
      {hash && !url && <code title={hash}>{shorten(hash)}</code>}
      {block !== null && <span className="figures">{t('recharges.block', { block })}</span>}
      {reason && <span>{wordFindings(reason)}</span>}
      {mode ? <span>{t(`recharges.mode.${mode}`)}</span> : note && <span>{note}</span>}
    </>
  );
}
