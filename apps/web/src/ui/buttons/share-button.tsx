import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';

type Props = { label: string; title: string; url: string; variant?: string };

/** Shares a link with other apps; shown only where the browser can, as phones do. */
export function ShareButton({ label, title, url, variant = 'filled' }: Props) {
  if (!('share' in navigator)) return null;
  // Closing the share sheet is not a failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <Button size="xs" variant={variant} leftSection={<IconShare size={16} />} onClick={() => void share()}>
      {label}
    </Button>
  );
}
