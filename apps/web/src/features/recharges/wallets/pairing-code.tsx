import { Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { pairingLinksFor } from '../../../lib/wallet/pairing-links.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrCode } from '../../../ui/data/qr-code.tsx';
import classes from './quick-pay.module.css';

type Props = { uri: string; network: Network; onCancel: () => void };

/** WalletConnect's pairing code: a QR code for the phone, or links on the phone itself. */
export function PairingCode({ uri, network, onCancel }: Props) {
  const { t } = useTranslation('pay');
  return (
    <div className={classes.ways}>
      <figure className={classes.code} aria-label={t('wallet.remote.scan')}>
        <QrCode text={uri} />
        <figcaption>{t('wallet.remote.scan')}</figcaption>
      </figure>
      <div className={classes.links}>
        <span className={classes.label}>{t('pages.ways.openIn')}</span>
        <ul>
          {pairingLinksFor(network, uri).map(({ name, href }) => (
            <li key={name}>
              <Button
                component="a"
                href={href}
                rel="noreferrer noopener"
                variant="default"
                size="sm"
                fullWidth
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
        <div className={classes.tools}>
          <CopyButton text={uri} label={t('pages.ways.copyLink')} />
          <Button size="xs" variant="subtle" onClick={onCancel}>
            {t('wallet.remote.cancel')}
          </Button>
        </div>
        <p className={classes.hint}>{t('wallet.remote.hint')}</p>
      </div>
    </div>
  );
}
