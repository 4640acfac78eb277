import { hashIn, useHashProblem } from '../../ui/wallet/use-hash-problem.ts';
import { NativeSelect, TextInput, Textarea, Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { firstNetwork, listNetworks, networkName } from '../../lib/networks/networks.ts';
import classes from './address/address.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { toastSuccess, toastFailure } from '../../ui/messages/toasts.tsx';
import { useIsSandbox } from '../../lib/stored/stored-state.ts';
import { useFoundWallets, type FoundWallet } from '../../lib/wallet/discover.ts';
import { WalletFailure } from '../../lib/wallet/problems.ts';
import { signText } from '../../lib/wallet/sign-text.ts';

const WIDTH_PX = 520;

type Asked = { readonly type: Network; readonly txHash: string; readonly text: string };

type DepositClaimSheetProps = {
  /** Filled in where they are known. */
  type?: Network | undefined;
  hash?: string | undefined;
  onClose: () => void;
};

/** Asks for the transaction, then for the signature of the wallet that sent it. */
export default function DepositClaimSheet({ onClose, ...known }: DepositClaimSheetProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Sheet title={t('recharges.claim.title')} size={WIDTH_PX} onClose={onClose}>
      {asked ? <SignStep {...asked} onDone={onClose} /> : <HashStep {...known} onAsked={setAsked} />}
    </Sheet>
  );
}

type HashStepProps = Pick<DepositClaimSheetProps, 'type' | 'hash'> & { onAsked: (asked: Asked) => void };

/** The transaction, and the network that it is looked for on first. */
function HashStep({ onAsked, ...known }: HashStepProps) {
  const { t } = useTranslation('named');
  const { t: shop } = useTranslation();
  const [type, setType] = useState<Network>(known.type ?? firstNetwork());
  const problemOf = useHashProblem();
  const [hash, setHash] = useState(known.hash ?? '');
  const [isWrong, setIsWrong] = useState(false);
  useUnsaved(() => hash.trim() !== (known.hash ?? ''));
  const ask = useThrottledAction(async () => {
    const txHash = hashIn(hash);
    // On the network where the payment is, whichever was chosen.
    const { type: found, text } = await call('createDepositClaimText', { body: { type, tx_hash: txHash } });
    onAsked({ type: found, txHash, text });
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isValid = problemOf(hash) === null;
        setIsWrong(!isValid);
        if (isValid) void ask.run();
      }}
    >
      <p className={classes.quiet}>{t('claim.how')}</p>
      <NativeSelect
        label={t('claim.network')}
        value={type}
        data={listNetworks().map((value) => ({ value, label: networkName(value) }))}
        onChange={({ currentTarget }) => setType(currentTarget.value as Network)}
      />
      <TextInput
        label={shop('recharges.hint.label')}
        autoComplete="off"
        spellCheck={false}
        value={hash}
        error={isWrong && problemOf(hash)}
        onChange={({ currentTarget }) => {
          setHash(currentTarget.value);
          setIsWrong(false);
        }}
      />
      <ThrottledButton type="submit" action={ask}>
        {t('claim.next')}
      </ThrottledButton>
    </form>
  );
}

/** 65 bytes of a usual wallet, more of a contract; 0x alone where a contract has approved the text on its chain. */
const SIGNATURE = /^(0x|(0x)?([0-9a-fA-F]{2}){65,2048})$/;

type SignStepProps = { type: Network; txHash: string; text: string; onDone: () => void };

/** The text to sign, by a wallet of this browser or elsewhere and pasted. */
function SignStep({ type, txHash, text, onDone }: SignStepProps) {
  const { t } = useTranslation('named');
  const { t: shop } = useTranslation();
  const client = useQueryClient();
  const isSandbox = useIsSandbox();
  const [typed, setTyped] = useState('');
  useUnsaved(() => typed !== '');
  const send = useThrottledAction(async (signature: string) => {
    const claim = await call('claimDeposit', { body: { type, tx_hash: txHash, signature } });
    const { status } = claim;
    const told = status === 'credited' || status === 'seen' ? status : 'waiting';
    toastSuccess('claim', t(`claim.thanks.${told}`));
    await client.invalidateQueries({ queryKey: queryKey('listDepositClaims') });
    onDone();
  });
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{t('claim.sign')}</p>
      <pre translate="no" className={classes.depositClaimPanelText}>
        {text}
      </pre>
      <div className={classes.depositClaimPanelLine}>
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
        {t('claim.send')}
      </ThrottledButton>
    </div>
  );
}

type SandboxSignerProps = { type: Network; text: string; onSigned: (signature: string) => Promise<void> };

/** For payments that the sandbox's wallet has sent, whose key nobody has. */
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
