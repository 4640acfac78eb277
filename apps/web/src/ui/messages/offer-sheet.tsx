import { Button, Textarea } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { canShare, type Offer } from '../../lib/browser/save-file.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../buttons/copy-button.tsx';
import { Sheet } from '../layout/sheet.tsx';
import classes from './offer-sheet.module.css';

const WIDTH_PX = 520;
/** A longer one would freeze a phone. */
const LONGEST_SHOWN = 500_000;

/** What the browser did not save or copy: to share, to download, or as text that is selected. */
export default function OfferSheet({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { t } = useTranslation('service');
  const text = useText(offer);
  const file = 'file' in offer ? offer.file : null;
  return (
    <Sheet title={file?.name ?? t('offer.copy')} size={WIDTH_PX} onClose={onClose}>
      <div className={classes.offer}>
        <p className={classes.hint}>{t(file ? 'offer.fileHint' : 'offer.copyHint')}</p>
        <div className={classes.ways}>
          {file && canShare(file) && (
            <Button
              leftSection={<IconShare size={16} />}
              onClick={() => void navigator.share({ files: [file] }).catch(() => undefined)}
            >
              {t('offer.share')}
            </Button>
          )}
          {file && <Download file={file} />}
          {text !== undefined && <CopyButton label={t('offer.copyText')} text={text} />}
        </div>
        {text !== undefined && (
          <Textarea
            aria-label={t('offer.text')}
            readOnly
            autosize
            minRows={3}
            maxRows={12}
            value={text}
            data-autofocus
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </div>
    </Sheet>
  );
}

function Download({ file }: { file: File }) {
  const { t } = useTranslation('service');
  const [url] = useState(() => URL.createObjectURL(file));
  // Browsers read the file after the click.
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(url), 60_000), [url]);
  return (
    <Button
      component="a"
      href={url}
      download={file.name}
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      {t('offer.download')}
    </Button>
  );
}

/** The text to copy; of a file, where it holds text. */
function useText(offer: Offer): string | undefined {
  const [read, setRead] = useState<string>();
  const file = 'file' in offer ? offer.file : null;
  useEffect(() => {
    if (file && file.type.startsWith('text/') && file.size <= LONGEST_SHOWN) void file.text().then(setRead);
  }, [file]);
  return 'text' in offer ? offer.text : read;
}
