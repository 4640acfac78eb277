/** What a ticket was used up for: the one top-up that may be shown and paid, and the token for it. */
export type TicketSession = { readonly token: string; readonly orderId: string };

const NAME = 'portside-payment';

/** Where the browser stores nothing, as some wallets' do, the page itself remembers. */
let remembered: TicketSession | null = null;

/** For this tab only, and gone with it: never among what lasts between visits. */
export function keepTicketSession(pass: TicketSession): void {
  remembered = pass;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(pass));
  } catch {
    // Remembered all the same, until the page is left.
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
