import { Button, Textarea } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { useIsSandbox } from '../../lib/stored/stored-state.ts';
import { useFoundWallets, type FoundWallet } from '../../lib/wallet/discover.ts';
import { WalletFailure } from '../../lib/wallet/problems.ts';
import { signText } from '../../lib/wallet/sign-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../buttons/copy-button.tsx';
import { ThrottledButton } from '../buttons/throttled-button.tsx';
import { toastFailure } from '../messages/toasts.tsx';
import classes from './text-signing.module.css';

/** 65 bytes of a usual wallet, more of a contract; 0x alone where a contract has approved the text on its chain. */
const SIGNATURE = /^(0x|(0x)?([0-9a-fA-F]{2}){65,2048})$/;

type Props = {
  type: Network;
  text: string;
  /** What is said before the text. */
  lede: ReactNode;
  onSigned: (signature: string) => Promise<void>;
  /** Of the button that sends what was pasted. */
  send: string;
};

/** A text to sign, by a wallet of this browser or elsewhere and pasted. */
export function TextSigning({ type, text, lede, onSigned, send: label }: Props) {
  const { t } = useTranslation('named');
  const { t: shop } = useTranslation();
  const isSandbox = useIsSandbox();
  const [typed, setTyped] = useState('');
  useUnsaved(() => typed !== '');
  const send = useThrottledAction(onSigned);
  return (
    <div className={classes.steps}>
      <p className={classes.lede}>{lede}</p>
      <pre translate="no" className={classes.text}>
        {text}
      </pre>
      <div className={classes.signers}>
        <CopyButton text={text} label={shop('shell.copy')} />
        <WalletSigners type={type} text={text} onSigned={(signature) => void send.run(signature)} />
        {isSandbox && <SandboxSigner type={type} text={text} onSigned={send.run} />}
      </div>
      <Textarea
        label={t('claim.signature')}
        autosize
        minRows={2}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <ThrottledButton action={{ ...send, run: () => send.run(typed) }} disabled={!SIGNATURE.test(typed)}>
        {label}
      </ThrottledButton>
    </div>
  );
}

type SandboxSignerProps = { type: Network; text: string; onSigned: (signature: string) => Promise<void> };

/** For the sandbox's wallet, whose key nobody has. */
function SandboxSigner({ type, text, onSigned }: SandboxSignerProps) {
  const { t } = useTranslation('named');
  const sign = useThrottledAction(async () => {
    const { signature } = await call('signSandboxText', { body: { type, text } });
    await onSigned(signature);
  });
  return <ThrottledButton action={sign}>{t('claim.signInSandbox')}</ThrottledButton>;
}

type WalletSignersProps = { type: Network; text: string; onSigned: (signature: string) => void };

/** A button per wallet of this browser that can sign the text. */
function WalletSigners({ type, text, onSigned }: WalletSignersProps) {
  const { t } = useTranslation('named');
  const { wallets } = useFoundWallets(type);

  async function sign(wallet: FoundWallet) {
    try {
      onSigned(await signText(wallet, text));
    } catch (error) {
      if (!(error instanceof WalletFailure)) throw error;
      toastFailure('sign', t('claim.notSigned'));
    }
  }

  return wallets.map((wallet) => (
    <Button key={wallet.key} onClick={() => void sign(wallet)}>
      {t('claim.signWith', { wallet: wallet.name })}
    </Button>
  ));
}
