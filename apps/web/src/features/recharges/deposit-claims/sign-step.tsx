import { Textarea } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './deposit-claim-panel.module.css';
import { WalletSigners } from './wallet-signers.tsx';

/** 65 bytes of a usual wallet, more of a contract; 0x alone where a contract has approved the text on its chain. */
const SIGNATURE = /^(0x|(0x)?([0-9a-fA-F]{2}){65,2048})$/;

type Props = { type: Network; txHash: string; text: string; onDone: () => void };

/** The text to sign, by a wallet of this browser or elsewhere and pasted. */
export function SignStep({ type, txHash, text, onDone }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const send = useThrottledAction(async (signature: string) => {
    const claim = await call('claimDeposit', { body: { type, tx_hash: txHash, signature } });
    const { status } = claim;
    const told = status === 'credited' || status === 'seen' ? status : 'waiting';
    toastSuccess('claim', t(`recharges.claim.thanks.${told}`));
    await client.invalidateQueries({ queryKey: queryKey('listDepositClaims') });
    onDone();
  });
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{t('recharges.claim.sign')}</p>
      <pre className={classes.text}>{text}</pre>
      <div className={classes.line}>
        <CopyButton text={text} label={t('shell.copy')} />
        <WalletSigners type={type} text={text} onSigned={(signature) => void send.run(signature)} />
      </div>
      <Textarea
        label={t('recharges.claim.signature')}
        autosize
        minRows={2}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <ThrottledButton action={{ ...send, run: () => send.run(typed) }} disabled={!SIGNATURE.test(typed)}>
        {t('recharges.claim.send')}
      </ThrottledButton>
    </div>
  );
}
