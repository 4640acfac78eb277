/** "@harbour", "harbour" or a link to it → where Telegram opens a chat with it. */
export const telegramLink = (name: string): string =>
  `https://t.me/${encodeURIComponent(name.trim().replace(/^(https:\/\/)?t\.me\/|^@/, ''))}`;
