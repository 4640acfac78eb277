import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { ThrottledButton } from '../throttled-button.tsx';

/** Takes a table along as a file; busy until the file is there. */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { t } = useTranslation('admin');
  const action = useThrottledAction(onExport);
  return (
    <ThrottledButton
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      aria-label={t('table.exportLabel')}
      action={action}
    >
      {t('table.export')}
    </ThrottledButton>
  );
}
