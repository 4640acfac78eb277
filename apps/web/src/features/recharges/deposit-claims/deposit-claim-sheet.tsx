import { TextInput } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { firstNetwork, listNetworks, networkName } from '../../../lib/networks.ts';
import classes from './deposit-claim-panel.module.css';
import { SignStep } from './sign-step.tsx';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';

const WIDTH_PX = 520;
const TX_HASH = /^(0x)?[0-9a-fA-F]{64}$/;

type Asked = { readonly type: Network; readonly txHash: string; readonly text: string };

/** Asks for the transaction, then for the signature of the wallet that sent it. */
export default function DepositClaimSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [type, setType] = useState<Network>(firstNetwork);
  const [hash, setHash] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useThrottledAction(async () => {
    const txHash = hash.trim();
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
            const isValid = TX_HASH.test(hash.trim());
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
            error={isWrong && t('recharges.hint.invalid')}
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
