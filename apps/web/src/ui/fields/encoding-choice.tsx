import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Callout } from '../messages/callout.tsx';
import classes from './encoding-choice.module.css';

/** Encodings that files of accounts come in, as `TextDecoder` knows them; with a language that is written in each. */
const ENCODINGS = [
  ['gb18030', 'GBK, GB 18030', 'zh-Hans'],
  ['big5', 'Big5', 'zh-Hant'],
  ['windows-1251', 'Windows-1251', 'ru'],
  ['ibm866', 'DOS 866', 'ru'],
  ['koi8-r', 'KOI8-R', 'ru'],
  ['windows-1252', 'Windows-1252', 'pt'],
  ['windows-1250', 'Windows-1250', 'pl'],
  ['windows-1254', 'Windows-1254', 'tr'],
  ['windows-1258', 'Windows-1258', 'vi'],
  ['windows-874', 'Windows-874', 'th'],
  ['shift_jis', 'Shift JIS', 'ja'],
  ['euc-kr', 'EUC-KR', 'ko'],
  ['utf-16le', 'UTF-16 LE', null],
  ['utf-16be', 'UTF-16 BE', null],
] as const;

type Props = {
  file: Blob;
  /** The likeliest first. */
  guesses: readonly string[];
  onChoose: (encoding: string) => void;
};

/** Asks in which encoding a file is written that is not UTF-8, with its first foreign words as they would be read. */
export function EncodingChoice({ file, guesses, onChoose }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list } = usePunctuation();
  const [chosen, setChosen] = useState(guesses[0] ?? ENCODINGS[0][0]);
  const bytes = useForeignPart(file);
  const text = bytes && decodePart(bytes, chosen);
  const labels = guesses.map((one) => ENCODINGS.find(([encoding]) => encoding === one)?.[1] ?? one);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <div className={classes.choice}>
      <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t('encoding.title')}>
        {labels.length > 0 ? t('encoding.looksLike', { encoding: list(labels) }) : t('encoding.unknown')}
      </Callout>
      <NativeSelect
        label={t('encoding.label')}
        description={t('encoding.hint')}
        data={ENCODINGS.map(([value, label, written]) => ({
          value,
          label: written ? `${label} (${names.of(written)})` : label,
        }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <figure className={classes.preview}>
        <figcaption>{t('encoding.preview')}</figcaption>
        <pre translate="no" aria-live="polite">
          {text}
        </pre>
      </figure>
      <Button className={classes.go} onClick={() => onChoose(chosen)}>
        {t('encoding.go')}
      </Button>
    </div>
  );
}

const PART_BYTES = 400;
const NEWLINE = 0x0a;
const SHOWN_LINES = 6;
const SHOWN_CHARACTERS = 120;

/** The lines at the first byte that is not ASCII: those before it look the same in most encodings. */
function useForeignPart(file: Blob): Uint8Array<ArrayBuffer> | null {
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer> | null>(null);
  useEffect(() => {
    let isLeft = false;
    const show = async () => {
      const found = await readForeignPart(file);
      if (!isLeft) setBytes(found);
    };
    // Whoever reads the file for its import says that it cannot be read.
    show().catch(() => undefined);
    return () => void (isLeft = true);
  }, [file]);
  return bytes;
}

async function readForeignPart(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const foreign = await findForeignByte(file);
  const start = Math.max(0, foreign - PART_BYTES);
  const bytes = new Uint8Array(await file.slice(start, foreign + PART_BYTES).arrayBuffer());
  return start === 0 ? bytes : bytes.subarray(bytes.lastIndexOf(NEWLINE, PART_BYTES) + 1);
}

async function findForeignByte(file: Blob): Promise<number> {
  const reader = file.stream().getReader();
  try {
    for (let passed = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return 0;
      const at = value.findIndex((byte) => byte >= 0x80);
      if (at >= 0) return passed + at;
      passed += value.length;
    }
  } finally {
    await reader.cancel();
  }
}

function decodePart(bytes: Uint8Array<ArrayBuffer>, encoding: string): string {
  // The part ends where it ends, perhaps within a character.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const lines = text.split(/\r\n|\r|\n/).slice(0, SHOWN_LINES);
  return lines.map((line) => line.slice(0, SHOWN_CHARACTERS)).join('\n');
}
