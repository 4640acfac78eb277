/** Announcements that the reader has hidden for a day, by id. */
export type HiddenOn = Readonly<Record<string, string>>;

/** The day in the reader's time zone as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${digits(moment.getMonth() + 1)}-${digits(moment.getDate())}`;
}

/** Adds an announcement; entries of earlier days are dropped. */
export const hideOn = (hidden: HiddenOn, id: string, today: string): HiddenOn =>
  Object.fromEntries([...Object.entries(hidden).filter(([, day]) => day === today), [id, today]]);
