type Times = {
  readonly published_at: Date | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
};

/** When readers start to see it; null for a draft. */
export function shownFrom({ published_at, starts_at }: Times): Date | null {
  if (published_at === null || starts_at === null) return published_at;
  return starts_at > published_at ? starts_at : published_at;
}

/** Whether readers see it now: from its start to just before its end. */
export function isShown(times: Times, now: Date): boolean {
  const from = shownFrom(times);
  return from !== null && from <= now && (times.ends_at === null || times.ends_at > now);
}
