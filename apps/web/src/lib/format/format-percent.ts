/** A percentage of the wire ("7.5") as its readers write it: "7.5%", in Russian "7,5 %" with a no-break space. */
export const formatPercent = (percent: string, language: string): string =>
  (Number(percent) / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });
