import { Button, NativeSelect } from '@mantine/core';
import type { Encoding } from '@portside/accounts/encoding';
import { IconAlertTriangle, IconFileOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { bytesOf, type HeldFile } from '../../lib/browser/decode-file.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Callout } from '../messages/callout.tsx';
import classes from './encoding-choice.module.css';

/** Their names, each with a language that uses it. */
const NAMES = {
  gb18030: ['GBK', 'zh-Hans'],
  'windows-1251': ['Windows-1251', 'ru'],
  'windows-1252': ['Windows-1252', 'pt'],
  big5: ['Big5', 'zh-Hant'],
  shift_jis: ['Shift JIS', 'ja'],
  'euc-kr': ['EUC-KR', 'ko'],
  'koi8-r': ['KOI8-R', 'ru'],
  ibm866: ['DOS 866', 'ru'],
  'windows-1250': ['Windows-1250', 'pl'],
  'windows-1254': ['Windows-1254', 'tr'],
  'utf-16le': ['UTF-16 LE', null],
  'utf-16be': ['UTF-16 BE', null],
  'utf-8': ['UTF-8', null],
} as const satisfies Record<Encoding, readonly [name: string, language: string | null]>;

const isEncoding = (value: string): value is Encoding => value in NAMES;

type Props = { held: HeldFile; onChoose: (encoding: Encoding) => void };

/**
 * Asks for the encoding of a file that is not UTF-8, and shows how each would read its first non-ASCII words; or says that
 * it is no text.
 */
export function EncodingChoice({ held, onChoose }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [chosen, setChosen] = useState<Encoding>(held.looksLike);
  const bytes = useForeignPart(held);
  const text = bytes && decodePart(bytes, chosen);
  if (held.isNoText)
    return (
      <Callout tone="warn" icon={<IconFileOff size={18} />} title={t('encoding.noText')}>
        {t('encoding.noTextHint')}
      </Callout>
    );
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <div className={classes.choice}>
      <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t('encoding.title')}>
        {t('encoding.looksLike', { encoding: NAMES[held.looksLike][0] })}
      </Callout>
      <NativeSelect
        label={t('encoding.label')}
        error={held.refused && t('encoding.unfit', { encoding: NAMES[held.refused][0] })}
        data={Object.entries(NAMES).map(([value, [name, written]]) => ({
          value,
          label: written ? `${name} (${languages.of(written)})` : name,
        }))}
        value={chosen}
        onChange={({ currentTarget: { value } }) => isEncoding(value) && setChosen(value)}
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
function useForeignPart({ source, nearByte }: HeldFile): Uint8Array | null {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  useEffect(() => {
    let isLeft = false;
    const show = async () => {
      const found = await readForeignPart(source, nearByte);
      if (!isLeft) setBytes(found);
    };
    // The import itself reports a file that cannot be read.
    show().catch(() => undefined);
    return () => void (isLeft = true);
  }, [source, nearByte]);
  return bytes;
}

async function readForeignPart(source: Blob, nearByte: number): Promise<Uint8Array> {
  const foreign = await findForeignByte(source, nearByte);
  const start = Math.max(0, foreign - PART_BYTES);
  const bytes = new Uint8Array(await source.slice(start, foreign + PART_BYTES).arrayBuffer());
  return start === 0 ? bytes : bytes.subarray(bytes.lastIndexOf(NEWLINE, PART_BYTES) + 1);
}

async function findForeignByte(source: Blob, from: number): Promise<number> {
  let passed = from;
  for await (const chunk of bytesOf(source.slice(from))) {
    const at = chunk.findIndex((byte) => byte >= 0x80);
    if (at >= 0) return passed + at;
    passed += chunk.length;
  }
  return 0;
}

function decodePart(bytes: Uint8Array, encoding: Encoding): string {
  // The part may end in the middle of a character.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const lines = text.split(/\r\n|\r|\n/).slice(0, SHOWN_LINES);
  return lines.map((line) => line.slice(0, SHOWN_CHARACTERS)).join('\n');
}
