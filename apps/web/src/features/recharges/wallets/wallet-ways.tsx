import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrCode } from '../../../ui/data/qr-code.tsx';
import { FoldedOnPhones } from '../folded-on-phones.tsx';
import classes from './wallet-ways.module.css';

type Props = {
  /** What the QR code contains and the reader may copy. */
  text: string;
  scan: string;
  links: readonly { readonly name: string; readonly href: string }[];
  onOpen?: (() => void) | undefined;
  /** Below the links. */
  notice?: ReactNode;
  /** Beside the button that copies. */
  tool: ReactNode;
  hint: string;
};

/**
 * Into a wallet app: on a phone the links come first, as the QR code is for another device; on a desktop the code, which
 * a phone scans.
 */
export function WalletWays(props: Props) {
  const links = <Links key="links" {...props} />;
  const code = <Code key="code" {...props} />;
  return <div className={classes.ways}>{currentArea() === '/mobile' ? [links, code] : [code, links]}</div>;
}

function Code({ text, scan }: Props) {
  const { t } = useTranslation();
  return (
    <FoldedOnPhones summary={t('recharges.payment.qrShow')}>
      <figure className={classes.code} aria-label={scan}>
        <QrCode text={text} />
        <figcaption>{scan}</figcaption>
      </figure>
    </FoldedOnPhones>
  );
}

function Links({ text, links, onOpen, notice, tool, hint }: Props) {
  const { t } = useTranslation('pay');
  return (
    <div className={classes.links}>
      <span className={classes.label}>
        {t(currentArea() === '/mobile' ? 'pages.ways.openHere' : 'pages.ways.openIn')}
      </span>
      <ul>
        {links.map(({ name, href }) => (
          <li key={name}>
            <Button
              component="a"
              href={href}
              rel="noreferrer noopener"
              variant="default"
              size="sm"
              px={6}
              fullWidth
              onClick={onOpen}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {notice}
      <div className={classes.tools}>
        <CopyButton text={text} label={t('pages.ways.copyLink')} />
        {tool}
      </div>
      <p className={classes.hint}>{hint}</p>
    </div>
  );
}
