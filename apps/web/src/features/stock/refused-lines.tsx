import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

/** Downloads an import's refused lines: with reasons, or unchanged for correction. */
export function RefusedLines({ batchId }: { batchId: string }) {
  const { t } = useTranslation('admin');
  const save = (as: 'csv' | 'txt') => () =>
    downloadFile(
      'exportRefusedLines',
      { params: { id: batchId }, query: { as } },
      `import-${batchId}-not-added.${as}`,
    );
  const csv = useThrottledAction(save('csv'));
  const txt = useThrottledAction(save('txt'));
  return (
    <>
      <ThrottledButton variant="default" leftSection={<IconDownload size={16} stroke={1.7} />} action={csv}>
        {t('stock.refused.csv')}
      </ThrottledButton>
      <ThrottledButton variant="subtle" action={txt}>
        {t('stock.refused.txt')}
      </ThrottledButton>
    </>
  );
}
