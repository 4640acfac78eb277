import { hashIn, useHashProblem } from '../../ui/wallet/use-hash-problem.ts';
import { TextInput, Textarea, Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useState, useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { firstNetwork, listNetworks, networkName } from '../../lib/networks/networks.ts';
import classes from './address/address.module.css';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { toastSuccess, toastFailure } from '../../ui/messages/toasts.tsx';
import { discoverWallets } from '../../lib/wallet/discover.ts';
import type { FoundWallet } from '../../lib/wallet/found-wallet.ts';
import { WalletFailure } from '../../lib/wallet/problems.ts';
import { signText } from '../../lib/wallet/sign-text.ts';

const WIDTH_PX = 520;

type Asked = { readonly type: Network; readonly txHash: string; readonly text: string };

/** Asks for the transaction, then for the signature of the wallet that sent it. */
export default function DepositClaimSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [type, setType] = useState<Network>(firstNetwork);
  const problemOf = useHashProblem();
  const [hash, setHash] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useThrottledAction(async () => {
    const txHash = hashIn(hash);
    const { text } = await call('createDepositClaimText', { body: { type, tx_hash: txHash } });
    setAsked({ type, txHash, text });
  });
  return (
    <Sheet title={t('recharges.claim.title')} size={WIDTH_PX} onClose={onClose}>
      {asked ? (
        <SignStep {...asked} onDone={onClose} />
      ) : (
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
          <p className={classes.quiet}>{t('recharges.claim.how')}</p>
          <ChoiceRow
            value={type}
            onChange={setType}
            data={listNetworks().map((value) => ({ value, label: networkName(value) }))}
          />
          <TextInput
            label={t('recharges.hint.label')}
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
            {t('recharges.claim.next')}
          </ThrottledButton>
        </form>
      )}
    </Sheet>
  );
}

/** 65 bytes of a usual wallet, more of a contract; 0x alone where a contract has approved the text on its chain. */
const SIGNATURE = /^(0x|(0x)?([0-9a-fA-F]{2}){65,2048})$/;

type SignStepProps = { type: Network; txHash: string; text: string; onDone: () => void };

/** The text to sign, by a wallet of this browser or elsewhere and pasted. */
function SignStep({ type, txHash, text, onDone }: SignStepProps) {
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
      <pre className={classes.depositClaimPanelText}>{text}</pre>
      <div className={classes.depositClaimPanelLine}>
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

type WalletSignersProps = { type: Network; text: string; onSigned: (signature: string) => void };

/** A button per wallet of this browser that can sign the text. */
function WalletSigners({ type, text, onSigned }: WalletSignersProps) {
  const { t } = useTranslation();
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => discoverWallets(type, (found) => setWallets(found)), [type]);

  async function sign(wallet: FoundWallet) {
    try {
      onSigned(await signText(wallet, text));
    } catch (error) {
      if (!(error instanceof WalletFailure)) throw error;
      toastFailure('sign', t('recharges.claim.notSigned'));
    }
  }

  return wallets.map((wallet) => (
    <Button key={wallet.key} onClick={() => void sign(wallet)}>
      {t('recharges.claim.signWith', { wallet: wallet.name })}
    </Button>
  ));
}
