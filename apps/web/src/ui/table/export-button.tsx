import type { ExportName } from '@portside/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import type { GuardedCall } from '../../lib/api/required-actions.ts';
import { Allowed } from '../layout/allowed.tsx';
import { ThrottledButton } from '../buttons/throttled-button.tsx';

type Props = {
  /** The endpoint that returns the file. */
  of: ExportName & GuardedCall;
  onExport: () => Promise<void>;
};

/** Downloads a table as a file, where the role allows it. Busy until the file has arrived. */
export function ExportButton({ of, onExport }: Props) {
  const { t } = useTranslation('admin');
  const action = useThrottledAction(onExport);
  return (
    <Allowed to={of}>
      <ThrottledButton
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.7} />}
        aria-label={t('table.exportLabel')}
        action={action}
      >
        {t('table.export')}
      </ThrottledButton>
    </Allowed>
  );
}
