import type { DeliveryFormat } from '@portside/contract';

export type FileType = DeliveryFormat['file_type'];

/** The form's values: a tab is written as \t, because it cannot be typed into a field. */
export type FormatValues = {
  columns: string[];
  separator: string;
  fileType: FileType;
  hasHeader: boolean;
};

/** With a tab that can be seen. */
export const showSeparator = (separator: string): string => separator.replaceAll('\t', '\\t');
const readSeparator = (written: string): string => written.replaceAll('\\t', '\t');

/** What a file of this type usually has between its values. */
export const usualSeparator = (fileType: FileType): string => (fileType === 'txt' ? '----' : ',');

export const toFormatValues = (format: DeliveryFormat | null): FormatValues => ({
  columns: format?.columns ?? [],
  separator: showSeparator(format?.separator ?? usualSeparator('txt')),
  fileType: format?.file_type ?? 'txt',
  hasHeader: format?.has_header ?? false,
});

export const toDeliveryFormat = ({
  columns,
  separator,
  fileType,
  hasHeader,
}: FormatValues): DeliveryFormat => ({
  columns,
  separator: fileType === 'jsonl' ? usualSeparator('jsonl') : readSeparator(separator),
  file_type: fileType,
  has_header: hasHeader,
});

const LONGEST_SEPARATOR = 8;

/** Whether the contract accepts it: one character in CSV, up to eight in text, no quotation marks. */
export function isSeparator({ separator, fileType }: FormatValues): boolean {
  if (fileType === 'jsonl') return true;
  const { length } = readSeparator(separator);
  const longest = fileType === 'csv' ? 1 : LONGEST_SEPARATOR;
  return length >= 1 && length <= longest && !separator.includes('"');
}
