import type { Chain } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { call } from '../../../lib/api/call.ts';
import { networkName } from '../../../lib/networks.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { ReasonForm } from '../../../ui/fields/reason-form.tsx';

const WIDTH_PX = 480;

/** Resumes scanning of a halted network, from the last block that all nodes agree on. */
export function ResumeForm({ chain, onClose }: { chain: Chain; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const { pair } = usePunctuation();
  const resume = async (reason: string, send: typeof call) => {
    const answer = await send('resumeChain', { body: { type: chain.type, reason } });
    const { agreed_block: block, deposits_above: deposits } = answer;
    toastSuccess('resume', t('chains.resume.done', { block: block + 1, deposits }));
    await client.invalidateQueries();
    onClose();
  };
  return (
    <Sheet title={pair(t('chains.resume.title'), networkName(chain.type))} size={WIDTH_PX} onClose={onClose}>
      <ReasonForm hint={t('chains.resume.lede')} submit={t('chains.resume.submit')} onSubmit={resume} />
    </Sheet>
  );
}
