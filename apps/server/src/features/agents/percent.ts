/** "2.5" is 250 basis points (hundredths of a percent). The contract has checked the text. */
export function parsePercent(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** 500 basis points are "5". */
export const formatPercent = (basisPoints: number): string => (basisPoints / 100).toString();
