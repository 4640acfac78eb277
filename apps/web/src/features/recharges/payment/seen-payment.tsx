import { Anchor } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import classes from './seen-payment.module.css';
import { shorten } from '../history/shorten.ts';

/** The transaction that pays a top-up, linked to its explorer. */
export function SeenPayment({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { tx_hash: hash, tx_url: url } = recharge;
  if (hash === null) return null;
  return (
    <div className={classes.seen}>
      <span className={classes.label}>{t('recharges.result.transaction')}</span>
      <span className={classes.hash}>
        <code title={hash}>{shorten(hash, 8)}</code>
        <CopyButton text={hash} name={t('recharges.copy.hash')} />
      </span>
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noreferrer noopener" size="sm">
          {t('recharges.result.explorer')} <IconExternalLink size={13} aria-hidden />
        </Anchor>
      )}
    </div>
  );
}
