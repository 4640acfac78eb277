/** "@harbour", "harbour" or a link → URL that opens a Telegram chat. */
export const telegramLink = (name: string): string =>
  `https://t.me/${encodeURIComponent(name.trim().replace(/^(https:\/\/)?t\.me\/|^@/, ''))}`;
