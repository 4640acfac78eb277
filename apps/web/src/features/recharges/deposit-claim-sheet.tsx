import { hashIn, useHashProblem } from '../../ui/wallet/use-hash-problem.ts';
import { NativeSelect, TextInput } from '@mantine/core';
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
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { TextSigning } from '../../ui/wallet/text-signing.tsx';

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

type SignStepProps = { type: Network; txHash: string; text: string; onDone: () => void };

/** The text to sign, by a wallet of this browser or elsewhere and pasted. */
function SignStep({ type, txHash, text, onDone }: SignStepProps) {
  const { t } = useTranslation('named');
  const client = useQueryClient();
  const send = async (signature: string) => {
    const claim = await call('claimDeposit', { body: { type, tx_hash: txHash, signature } });
    const { status } = claim;
    const told = status === 'credited' || status === 'seen' ? status : 'waiting';
    toastSuccess('claim', t(`claim.thanks.${told}`));
    await client.invalidateQueries({ queryKey: queryKey('listDepositClaims') });
    onDone();
  };
  return (
    <TextSigning type={type} text={text} lede={t('claim.sign')} onSigned={send} send={t('claim.send')} />
  );
}
