/** What a ticket was exchanged for: a token that shows and pays one top-up. */
export type TicketSession = { readonly token: string; readonly orderId: string };

const NAME = 'portside-payment';

/** Fallback for browsers without storage, such as some wallets'. */
let remembered: TicketSession | null = null;

/** Stored for this tab only; gone when it closes. */
export function keepTicketSession(pass: TicketSession): void {
  remembered = pass;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(pass));
  } catch {
    // Kept in memory until the page is left.
  }
}

export function readTicketSession(): TicketSession | null {
  if (remembered !== null) return remembered;
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<TicketSession> | null;
    return typeof kept?.token === 'string' && typeof kept.orderId === 'string'
      ? (kept as TicketSession)
      : null;
  } catch {
    return null;
  }
}
